// How do n GPUs agree on a sum? What each sends to whom, step by step, and how long that takes.
#include "web/scenes/scaling/all_reduce.hpp"

#include "core/device/links.hpp"
#include "core/logarithm.hpp"
#include "core/scaling/measured_collectives.hpp"
#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scene/scene.hpp"
#include "web/scenes/scaling/measured_runs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using scaling::AllReduce, scaling::AllReduceKind, scaling::AllReduceOptions, scaling::Transfer;

// In the order of AllReduceKind.
constexpr Choice kinds[reduce_kinds] = {{"ring", "Ring"},
                                        {"tree", "Two trees"},
                                        {"one-shot", "One-shot"},
                                        {"in-switch", "In the switch"}};
constexpr struct {
  Choice choice;
  const device::Link* link;
} links[] = {{{"nvlink5", "NVLink 5, 900 GB/s"}, &device::nvlink5},
             {{"nvlink4", "NVLink 4, 450 GB/s"}, &device::nvlink4},
             {{"pcie5", "PCIe 5, 63 GB/s"}, &device::pcie5},
             {{"network", "400 Gb/s network, 50 GB/s"}, &device::network400}};
constexpr Choice link_choices[] = {links[0].choice, links[1].choice, links[2].choice,
                                   links[3].choice};

constexpr Parameter parameters[] = {
    one_of("algorithm", "Algorithm", kinds, "ring", {.help = "You can also click a row"}),
    whole_number("gpus", "GPUs", "8", {2, 16}),
    real_number("size", "Data of each GPU", "1000", {least_reduce / 1e6, most_reduce / 1e6},
                {.unit = "MB",
                 .help = "For example its gradients. Wide, you can also drag the line.",
                 .spacing = Spacing::decimal}),
    one_of("link", "Link", link_choices, "nvlink4", {.help = "Of a GPU, in one direction"}),
    whole_number("latency", "Latency of a step", "5", {0, 50},
                 {.unit = "µs", .help = "An assumption: measure yours"}),
};

constexpr Preset presets[] = {
    {"Gradients", ""},
    {"Four GPUs", "gpus=4&step=3"},
    {"One token", "algorithm=one-shot&size=0.016"},
    {"Over a network", "gpus=16&size=14000&link=network"},
    {"Two trees", "algorithm=tree&gpus=16&size=1&link=network"},
    {"Two H200s", "gpus=2&latency=3"},
};
constexpr std::string_view parts[] = {"circle", "moving", "rows", "curves"};
constexpr std::string_view references[] = {"nccl-perf", "ml-engineering"};

std::int64_t one(int, int) { return 1; }

class AllReduceScene final : public Pictured<AllReduceScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    ReducePicture next;
    AllReduceOptions& o = next.options;
    o.gpus = values.integer("gpus");
    o.bytes = values.real("size") * 1e6;
    o.bandwidth = links[values.choice("link")].link->bytes_per_second();
    o.latency = values.integer("latency") * 1e-6;
    next.measured = o.gpus == scaling::h200::measured_gpus && values.text("link") == "nvlink4";
    for (int kind = 0; kind < reduce_kinds; ++kind) {
      AllReduceOptions other = o;
      other.kind = static_cast<AllReduceKind>(kind);
      if (auto error = keep(nth(next.all, kind), scaling::all_reduce(other))) return error;
      for (int i = 0; i < reduce_sizes; ++i) {
        other.bytes = reduce_size(i);
        const Result<AllReduce> found = scaling::all_reduce(other);
        if (!found) return found.error();
        nth(nth(next.at, kind), i) = found->seconds;
      }
      if (nth(next.all, kind).seconds < nth(next.all, next.fastest).seconds) next.fastest = kind;
    }
    o.kind = static_cast<AllReduceKind>(values.choice("algorithm"));
    follow(next);
    return keep(shown, std::move(next));
  }

  int steps() const override { return shown.steps(); }

  std::string status(int step) const override {
    const int gpus = shown.options.gpus;
    if (step == 0)
      return fill("Nothing has moved: each of {} GPUs has its own {}, and none has the sum.", gpus,
                  prefixed(shown.options.bytes, "B"));
    return step < steps() ? midway(step) : whole();
  }

  // With the GPUs that were measured, what was measured.
  Table table() const override {
    if (shown.measured) return measured_table(shown.options.bandwidth);
    Table table = headed("GPU", "Transfers", Column("Sent", "MB"), "Whole sums", "Of chunks");
    std::vector<int> sent(static_cast<size_t>(shown.options.gpus) + 1);
    for (const auto& step : shown.transfers)
      for (const Transfer& transfer : step) ++nth(sent, transfer.from);
    for (int gpu = 0; gpu < shown.options.gpus; ++gpu)
      table.add({gpu, nth(sent, gpu), cell(nth(shown.now().sent, gpu) / 1e6, readable),
                 complete(steps(), gpu), shown.chunks()});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const AllReduce& now = shown.now();
    std::vector<Metric> all = {
        Metric{"steps", "Steps", now.steps}.told_in("rows", "", "algorithm, size, link, latency"),
        Metric{"sent", "Sent by the busiest GPU", now.bytes_sent / 1e6, 3, "MB"}.told_in(
            "rows", "", "algorithm, link, latency"),
        Metric{"times", "Sent, for each byte of the data", now.bytes_sent / shown.options.bytes, 3,
               "×"}
            .told_in("rows", "", "algorithm, size, link, latency"),
        Metric{"time", "Time", now.seconds * 1e6, 1, "µs"}.told_in("rows, curves", "",
                                                                   "algorithm, size"),
        {"chunks", "Chunks of all GPUs", shown.options.gpus * shown.chunks()}};
    if (shown.measured)
      all.push_back(
          {"measured", "Measured, over what the rule says", over_rule(nearest()), 2, "×"});
    return all;
  }

  ReducePicture shown;

 private:
  // Carries out the plan, and keeps what every chunk is the sum of.
  static void follow(ReducePicture& next) {
    const int gpus = next.options.gpus;
    const scaling::AllReducePlan plan(next.options.kind, gpus);
    scaling::AllReduceReplay replay(plan, gpus, one);
    for (int step = 0; step <= plan.steps(); ++step) {
      std::vector<std::vector<int>>& now = next.sums.emplace_back();
      for (int gpu = 0; gpu <= gpus; ++gpu) {
        std::vector<int>& own = now.emplace_back();
        for (int chunk = 0; chunk < plan.chunks(); ++chunk)
          own.push_back(static_cast<int>(replay.at(gpu, chunk)));
      }
      if (step == plan.steps()) break;
      next.transfers.push_back(plan.transfers(step));
      replay.step();
    }
  }

  int complete(int step, int gpu) const {
    const std::vector<int>& own = nth(nth(shown.sums, step), gpu);
    return static_cast<int>(std::count(own.begin(), own.end(), shown.options.gpus));
  }

  std::string midway(int step) const {
    const int gpus = shown.options.gpus, chunks = shown.chunks();
    const auto& moved = nth(shown.transfers, step - 1);
    int whole = 0;
    for (int gpu = 0; gpu < gpus; ++gpu) whole += complete(step, gpu);
    return fill(
        "Step {} of {}: {}, and each {}. {} of {} hold the sum of all {} GPUs.", step, steps(),
        Word(moved.size(), "transfer"),
        moved.front().adds ? "is added to what is there" : "takes the place of what is there",
        whole, Word(gpus * chunks, "chunk"), gpus);
  }

  // Of the size that is nearest on a logarithmic scale.
  const scaling::h200::CollectiveRun& nearest() const {
    return nearest_run(scaling::Collective::all_reduce, shown.options.bytes);
  }
  double over_rule(const scaling::h200::CollectiveRun& run) const {
    return run.us * 1e-6 / shown.ring_seconds(run.bytes);
  }

  std::string measured() const {
    const scaling::h200::CollectiveRun& run = nearest();
    return fill(" Measured with NCCL on two H200s: {} for {} ({}), {} times what the rule says.",
                prefixed(run.us * 1e-6, "s"), prefixed(run.bytes, "B"), run.way,
                fixed(over_rule(run), 2));
  }

  std::string whole() const {
    const AllReduce& now = shown.now();
    const AllReduceOptions& o = shown.options;
    std::string text = fill(
        "{}: all {} GPUs have the exact sum after {} and {}. The busiest GPU sends {} for {} of "
        "data.",
        reduce_name(shown.chosen()), o.gpus, Word(now.steps, "step"), prefixed(now.seconds, "s"),
        prefixed(now.bytes_sent, "B"), prefixed(o.bytes, "B"));
    if (shown.measured) return text + measured();
    const double least = nth(shown.all, shown.fastest).seconds;
    if (now.seconds <= least) return text + " No other algorithm here is faster.";
    return text + fill(" Fastest here: {}, {}.", reduce_name(shown.fastest), prefixed(least, "s"));
  }
};

}  // namespace

double ReducePicture::ring_seconds(double bytes) const {
  AllReduceOptions ring = options;
  ring.kind = AllReduceKind::ring;
  ring.bytes = bytes;
  return scaling::all_reduce(ring)->seconds;
}

double reduce_size(int index) {
  constexpr double steps[] = {1, 2, 5};
  return least_reduce * power_of(10, index / 3) * nth(steps, index % 3);
}

std::string_view reduce_name(int kind) { return nth(kinds, kind).label; }
std::string_view reduce_value(int kind) { return nth(kinds, kind).value; }

Description all_reduce() {
  return describe<AllReduceScene, parameters>(
      "all-reduce", "scaling", "An all-reduce", "How do n GPUs agree on a sum?",
      "core/scaling/all_reduce.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
