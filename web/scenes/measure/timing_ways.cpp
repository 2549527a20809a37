// Which clock tells how long a kernel takes? Five ways of timing one, as measured on an H200.
#include "web/scenes/measure/timing_ways.hpp"

#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

constexpr Choice views[] = {
    {"ways", "Five ways"}, {"first", "The first launches"}, {"pause", "After a pause"}};
constexpr Choice kernels[] = {
    {"short", "Short: 4 MB"}, {"long", "Long: 512 MB"}, {"own", "A duration of your own"}};

constexpr Parameter parameters[] = {
    one_of("show", "Show", views, "ways"),
    one_of("kernel", "Kernel", kernels, "short",
           {.help = "It reads and writes so many bytes", .when = "show=ways"}),
    real_number(
        "duration", "Duration", "20", {0.5, 1000},
        {.step = 0.1, .unit = "µs", .when = "show=ways&kernel=own", .spacing = Spacing::decimal}),
};
constexpr Preset presets[] = {
    {"The short kernel", ""},
    {"A kernel of 1 µs", "kernel=own&duration=1"},
    {"A kernel of 50 µs", "kernel=own&duration=50"},
};
constexpr std::string_view parts[] = {"ways", "kernel", "least"};

constexpr TimingWayText texts[trace::timing_way_count] = {
    {"Host clock, no wait", "Host, no wait", "the call alone", "the call alone"},
    {"Host clock, with a wait", "Host, wait", "call, start, kernel, return", "until the return"},
    {"Host clock, 100 launches", "Host, 100 launches", "the slower of call and kernel",
     "slower of the two"},
    {"Events, 1 launch", "Events, 1 launch", "kernel and events", "kernel and events"},
    {"Events, 100 launches", "Events, 100", "the slower of call and kernel", "slower of the two"},
};
constexpr std::string_view keys[trace::timing_way_count] = {"nowait", "wait", "many", "event",
                                                            "events"};

class TimingWaysScene final : public Pictured<TimingWaysScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    TimingChart next;
    next.view = static_cast<TimingView>(values.choice("show"));
    const int kernel = values.choice("kernel");
    const auto all = trace::timed_kernels();
    next.launches = nth(all, 0).launches();  // a call takes as long for any kernel
    if (next.view == TimingView::ways && kernel == 2)
      next.launches.kernel_us = values.real("duration");
    else
      next.kernel = &nth(all, next.view == TimingView::ways ? kernel : 0);
    if (next.kernel) next.launches = next.kernel->launches();
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    if (shown.view == TimingView::first) return first();
    if (shown.view == TimingView::pause) return pause();
    const std::string us = quantity(shown.launches.kernel_us, "µs");
    if (!shown.kernel)
      return fill(
          "A kernel of {}, and calls of {}. 100 launches give {} for each, one launch with a wait "
          "at least {}.",
          us, quantity(shown.launches.call_us, "µs"), quantity(shown.least(2), "µs"),
          quantity(shown.least(1), "µs"));
    return fill(
        "The kernel takes {} by the profiler. The host’s clock without a wait says {}, with a wait "
        "{}; events around one launch say {}, around 100 launches {}.",
        us, us_text(0), us_text(1), us_text(3), us_text(4));
  }

  Table table() const override {
    if (shown.view == TimingView::first) {
      Table table = headed(text_column("Launch"), Column("Time", "µs"));
      table.add({"First", cell(trace::first_launches_us()[0], 1)});
      table.add({"Second", cell(trace::first_launches_us()[1], 1)});
      table.add({"Later, median", cell(shown.measured(1), 1)});
      return table;
    }
    if (shown.view == TimingView::pause) {
      Table table =
          headed(Column("Since the first", "ms"), Column("Time", "µs"), Column("Clock", "MHz"));
      for (const trace::IdleLaunch& launch : trace::idle_launches())
        table.add({cell(launch.at_ms, 2), cell(launch.us, 1),
                   cell(static_cast<long long>(launch.clock_mhz))});
      return table;
    }
    Table table = headed(text_column("Way"), text_column("Measures"),
                         Column("Call and kernel alone", "µs"), Column("Measured, median", "µs"),
                         Column("Fastest", "µs"), Column("Slowest", "µs"), "Times the kernel");
    for (int i = 0; i < trace::timing_way_count; ++i) {
      const auto sample = [&](int at) {
        if (!shown.kernel) return no_cell();
        return cell(nth(shown.kernel->samples(static_cast<trace::TimingWay>(i)), at), 2);
      };
      table.add({nth(texts, i).name, nth(texts, i).measures, cell(shown.least(i), 2),
                 sample(trace::timing_samples / 2), sample(0), sample(trace::timing_samples - 1),
                 cell(shown.known(i) / shown.launches.kernel_us, 2)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    std::vector<Metric> all = {{"kernel", "The kernel", shown.launches.kernel_us, 2, "µs"}};
    if (shown.view != TimingView::ways) {
      all = {{"first", "First launch", trace::first_launches_us()[0], 1, "µs"},
             {"second", "Second launch", trace::first_launches_us()[1], 1, "µs"},
             {"rested", "First launch after a pause", trace::idle_launches()[0].us, 1, "µs"},
             {"later", "Median of the later ones", later(), 1, "µs"}};
      return all;
    }
    for (int i = 0; i < trace::timing_way_count; ++i)
      all.push_back({nth(keys, i), nth(texts, i).name, shown.known(i), 2, "µs"});
    return all;
  }

  TimingChart shown;

 private:
  std::string us_text(int way) const { return quantity(shown.measured(way), "µs"); }

  std::string first() const {
    return fill(
        "The first launch of a program takes {} µs until the GPU is done, the second {} µs, later "
        "ones {} µs.",
        fixed(trace::first_launches_us()[0], 1), fixed(trace::first_launches_us()[1], 1),
        fixed(shown.measured(1), 1));
  }

  // The middle of the launches behind the first.
  static double later() {
    std::vector<double> all;
    for (const trace::IdleLaunch& launch : trace::idle_launches().subspan(1))
      all.push_back(launch.us);
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  }

  static std::string pause() {
    const auto all = trace::idle_launches();
    const auto clock = [](const auto& a, const auto& b) { return a.clock_mhz < b.clock_mhz; };
    const auto [least, most] = std::minmax_element(all.begin(), all.end(), clock);
    return fill(
        "After 8 seconds without work, the first launch takes {} µs, a later one {} µs. The clock "
        "stays between {} and {} MHz.",
        fixed(all[0].us, 1), fixed(later(), 1), integer(static_cast<long long>(least->clock_mhz)),
        integer(static_cast<long long>(most->clock_mhz)));
  }
};

}  // namespace

const TimingWayText& timing_way_text(int way) { return nth(texts, way); }

Description timing_ways() {
  return describe<TimingWaysScene, parameters>(
      "timing-ways", "measure", "Ways of timing a kernel", "Which clock tells how long it takes?",
      "core/trace/timing.hpp", {.presets = presets, .parts = parts});
}

}  // namespace loom::scenes
