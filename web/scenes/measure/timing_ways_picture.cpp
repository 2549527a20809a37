#include "web/scene/kit.hpp"
#include "web/scenes/measure/timing_ways.hpp"

namespace loom::scenes {

using trace::TimingWay;

struct TimingWaysDrawing : Picture<TimingChart> {
  float names_ = by_width(132, 212), numbers_ = by_width(56, 118);
  float row_ = 38;
  Rect rows_ = {2, 24, width_ - 4, row_* trace::timing_way_count};
  Rect plot_ = {names_, rows_.y, width_ - names_ - numbers_, rows_.height};

  float height() const { return rows_.bottom() + 44; }
  void draw() {
    if (s_.view == TimingView::ways) return ways();
    if (s_.view == TimingView::first) return first();
    pause();
  }

  Scale scale(double most) const { return {plot_.x, plot_.right(), 0, most}; }
  void axis(const Scale& x) const {
    axis_below(p_, plot_, x, ticks(x, narrow_ ? 3 : 6));
    axis_title(p_, plot_, "µs");
  }

  // The longest of what is drawn.
  double most() const {
    double most = 0;
    for (int i = 0; i < trace::timing_way_count; ++i)
      most = std::max(
          most, s_.kernel ? s_.kernel->samples(static_cast<TimingWay>(i)).back() : s_.least(i));
    return most * 1.02;
  }

  void ways() {
    const Scale x = scale(most());
    axis(x);
    const float at = x(s_.launches.kernel_us);
    in("kernel", [&] {
      upright(p_, at, plot_.y - 4, plot_.bottom(), stroked(Role::good, 2));
      hold({at, 9}, colored(strong, Role::good), 2, width_ - 2, "the kernel: {}",
           quantity(s_.launches.kernel_us, "µs"));
      const bool brief = s_.kernel == &trace::timed_kernels()[0];
      spot({std::clamp(at - 60, 2.f, width_ - 122), 0, 120, 24},
           choose("kernel", brief ? "long" : "short"), "Click to see the {} kernel",
           brief ? "long" : "short");
    });
    key();
    BarRows rows(p_, {rows_.x, rows_.y, rows_.width, row_}, plot_.x, plot_.width);
    for (int i = 0; i < trace::timing_way_count; ++i) {
      in("ways", [&] { way(rows, x, i); });
      in("least", [&] {
        const float least = x(s_.least(i));
        upright(p_, least, rows.middle() - 13, rows.middle() + 13, dashed(Role::ink, 1.5f));
      });
    }
  }

  void key() {
    Legend legend(p_, {2, plot_.bottom() + 34}, plot_.right() - 30);
    if (s_.kernel) {
      legend.add("ways", "median", solid(Role::data));
      legend.tick("ways", by_width("a try", "one of 101 tries"), stroked(Role::muted));
    }
    legend.tick("least", by_width("alone", "call and kernel alone"), dashed(Role::ink, 1.5f));
  }

  void way(BarRows& rows, const Scale& x, int i) const {
    const TimingWayText& text = timing_way_text(i);
    rows.next();
    const float y = rows.middle();
    p_.text({2, y - 8}, by_width(text.brief, text.name), strong);
    p_.text({2, y + 8}, by_width(text.briefly, text.measures), quiet);
    const std::string us = quantity(s_.known(i), "µs");
    rows.cell(narrow_ ? width_ - 4 : width_ - 56, us);
    if (!narrow_) rows.cell(width_ - 4, fill("{}×", fixed(s_.known(i) / s_.launches.kernel_us, 2)));
    rows.does(fill("{}: {}. It measures {}; dashed: call and kernel alone, {}", text.name, us,
                   text.measures, quantity(s_.least(i), "µs")));
    rows.bar_to(x(s_.known(i)), solid(Role::data, s_.kernel ? 1 : 0.4f), 10);
    if (!s_.kernel) return;
    std::vector<Rect> samples;
    for (double each : s_.kernel->samples(static_cast<TimingWay>(i)))
      samples.push_back({x(each) - 0.5f, y + 7, 1, 6});
    p_.rects(samples, solid(Role::muted, 0.6f));
  }

  void first() {
    const auto all = trace::first_launches_us();
    const double us[] = {all[0], all[1], s_.measured(1)};
    const std::string_view names[] = {"First launch", "Second launch", "Later, median"};
    const Scale x = scale(all[0] * 1.1);
    p_.text({2, 9}, "until the GPU is done, by the host’s clock", strong);
    axis(x);
    BarRows rows(p_, {rows_.x, rows_.y, rows_.width, row_}, plot_.x, plot_.width);
    for (int i = 0; i < 3; ++i) {
      rows.next(false, nth(names, i));
      rows.bar_to(x(nth(us, i)), solid(Role::data));
      rows.cell(width_ - 4, fill("{} µs", fixed(nth(us, i), 1)));
      rows.does("{}: {} µs", nth(names, i), fixed(nth(us, i), 1));
    }
  }

  // Launches in their order, as high as they took.
  void pause() {
    const auto all = trace::idle_launches();
    const Rect plot = {46, rows_.y, width_ - 60, rows_.height};
    const Scale x = {plot.x, plot.right(), 0, std::ceil(all.back().at_ms)};
    const Scale y = {plot.bottom(), plot.y, 0, 700};
    p_.text({2, 9},
            by_width("µs of each launch after a pause of 8 s",
                     "µs of each launch of one kernel after a pause of 8 s"),
            strong);
    axis_below(p_, plot, x, ticks(x, narrow_ ? 4 : 8));
    axis_left(p_, plot, y, ticks(y, 7));
    axis_title(p_, plot, "ms since the first launch");
    for (const trace::IdleLaunch& launch : all) {
      const Point top = placed(x, y, launch.at_ms, launch.us);
      p_.rect({top.x, top.y, by_width(2, 5), plot.bottom() - top.y}, solid(Role::data));
    }
    spot(around(placed(x, y, all[0].at_ms, all[0].us), 12), "The first launch: {} µs at {} MHz",
         fixed(all[0].us, 1), integer(static_cast<long long>(all[0].clock_mhz)));
  }
};

float TimingChart::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
