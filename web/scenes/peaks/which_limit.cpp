// Which limit does a kernel meet first? A decision table over the counters of Nsight Compute.
#include "web/scenes/peaks/which_limit.hpp"

#include <iterator>

#include "core/device/measured_h200.hpp"
#include "core/device/measured_profile.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

using device::CountedUnit;
using device::KernelLimit;
using device::LimitRule;
using device::Stall;

constexpr UnitWords unit_words[] = {
    {"dram", "DRAM Throughput", "DRAM", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"lts", "L2 Cache Throughput", "L2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"tex", "L1/TEX Cache Throughput", "L1/TEX",
     "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"issue", "Issue Slots Busy", "issue slots",
     "sm__inst_issued.avg.pct_of_peak_sustained_active"},
    {"tensor", "Tensor pipe", "tensor pipe",
     "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"},
};
static_assert(std::size(unit_words) == device::counted_units);

constexpr Choice stall_choices[] = {{"unknown", "Not known"},
                                    {"long_scoreboard", "Long Scoreboard"},
                                    {"short_scoreboard", "Short Scoreboard"},
                                    {"mio_throttle", "MIO Throttle"},
                                    {"lg_throttle", "LG Throttle"},
                                    {"math_pipe_throttle", "Math Pipe Throttle"},
                                    {"barrier", "Barrier"},
                                    {"wait", "Wait"},
                                    {"drain", "Drain"},
                                    {"not_selected", "Not Selected"}};
static_assert(std::size(stall_choices) == device::stall_count);

constexpr Parameter share(CountedUnit unit, std::string_view initial) {
  const UnitWords& its = unit_words[static_cast<size_t>(unit)];
  return real_number(its.key, its.brief, initial, {0, 100},
                     {.step = 0.01, .unit = "%", .help = its.counter});
}
constexpr Parameter parameters[] = {
    real_number("duration", "Duration", device::h200::profiled_us, {0.1, 1e8},
                {.step = 0.001,
                 .unit = "µs",
                 .help = "gpu__time_duration.sum",
                 .spacing = Spacing::decimal}),
    share(CountedUnit::dram, device::h200::profiled_dram),
    share(CountedUnit::l2, device::h200::profiled_l2),
    share(CountedUnit::l1, device::h200::profiled_l1),
    share(CountedUnit::issue, device::h200::profiled_issue),
    share(CountedUnit::tensor, "0"),
    real_number(
        "waves", "Waves Per SM", device::h200::profiled_waves, {0.01, 1e6},
        {.step = 0.01, .help = "launch__waves_per_multiprocessor", .spacing = Spacing::decimal}),
    one_of("stall", "Largest stall", stall_choices, "drain",
           {.help = "smsp__average_warps_issue_stalled_…_per_issue_active.ratio"}),
};

// Kernels whose limit is known by how they were made. Their counters are those of recordings; 0:
// not counted (tests/data/kernel_limit_test.cpp).
constexpr Preset presets[] = {
    {"Transposition without a tile", ""},
    {"Copy by float", "duration=205.8&dram=52.37&lts=0&tex=0&issue=0&stall=unknown"},
    {"Copy by float4", "duration=131.2&dram=81.02&lts=0&tex=0&issue=0&waves=62.06&stall=unknown"},
    {"Reading shared memory",
     "duration=5193.2&dram=0&lts=0&tex=99.9&issue=0&waves=0.5&stall=short_scoreboard"},
    {"Multiply-adds", "duration=184.32&dram=0&lts=0&tex=0&issue=87.07&waves=12.41&stall=unknown"},
    {"Library’s product",
     "duration=1617.8&dram=0&lts=0&tex=0&issue=0&tensor=93.19&waves=1&stall=unknown"},
    {"Few blocks", "duration=737.6&dram=7.58&lts=0&tex=0&issue=0&waves=0.12&stall=unknown"},
    {"A tiny copy", "duration=3.117&dram=0&lts=0&tex=0&issue=0&waves=0.06&stall=unknown"},
};
constexpr std::string_view parts[] = {"units", "thresholds", "rules", "verdict"};
constexpr std::string_view references[] = {"nsight-compute", "nsight-rules"};

// 83.15%, not 83.2%: rounded to a threshold, it would contradict the verdict.
std::string exact(double percent) { return fixed(percent, decimals_needed({percent}, 0, 4)) + "%"; }

class WhichLimitScene final : public Pictured<WhichLimitScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    WhichLimit next;
    next.counters.seconds = values.real("duration") / 1e6;
    next.counters.waves = values.real("waves");
    for (int i = 0; i < device::counted_units; ++i)
      nth(next.counters.percent, i) = values.real(nth(unit_words, i).key);
    next.counters.stall = static_cast<Stall>(values.choice("stall"));
    if (auto error = keep(next.verdict, device::kernel_limit(next.counters))) return error;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const Advice& next = advice(shown);
    return fill("The limit is {}: {} {} Read “{}”.", limit_name(shown.verdict.limit), reason(),
                next.first, next.section);
  }

  Table table() const override {
    Table table = headed(text_column("Rule"), text_column("Asks"), text_column("Answer"),
                         text_column("Holds"));
    for (int i = 0; i < device::limit_rules; ++i) {
      const auto rule = static_cast<LimitRule>(i);
      const bool asked = rule <= shown.verdict.rule;
      table.add({integer(i + 1), question(rule), asked ? answer(shown, rule) : std::string("–"),
                 !asked                       ? "not asked"
                 : rule == shown.verdict.rule ? "yes"
                                              : "no"});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"rule", "Rule that holds", static_cast<int>(shown.verdict.rule) + 1},
            {"busiest", "Busiest unit", shown.counters.of(shown.verdict.busiest), 1, "%"},
            {"saturated", "Saturated from", device::saturated_percent, 0, "%"},
            {"busy", "Busy from", device::busy_percent, 0, "%"},
            {"launch", "One launch after another", device::h200::stream_launch * 1e6, 2, "µs"}};
  }

  WhichLimit shown;

 private:
  std::string reason() const {
    const device::LimitVerdict& verdict = shown.verdict;
    const UnitWords& unit = words(verdict.busiest);
    const std::string most = exact(shown.counters.of(verdict.busiest));
    switch (verdict.rule) {
      case LimitRule::short_kernel:
        return fill("the kernel takes {}, less than the {} from one launch to the next.",
                    prefixed(shown.counters.seconds, "s"),
                    prefixed(device::h200::stream_launch, "s"));
      case LimitRule::saturated:
        return fill("{} is at {} of its peak.", unit.name, most);
      case LimitRule::busiest:
        return fill("{} is the busiest, at {} of its peak{}.", unit.name, most,
                    verdict.balanced
                        ? fill(", balanced with {} ({})", words(*verdict.balanced).name,
                               exact(shown.counters.of(*verdict.balanced)))
                        : std::string());
      case LimitRule::small_grid:
        return fill("the blocks fill {} of a wave, so some places stay empty.",
                    exact(100 * shown.counters.waves));
      case LimitRule::full_pipe:
        return "no unit above is busy, and most warps wait for a math pipe.";
      default:
        return fill("the busiest unit is at {}, and most warps wait {}.", most,
                    why(shown.counters.stall));
    }
  }
};

}  // namespace

const UnitWords& words(CountedUnit unit) { return unit_words[static_cast<size_t>(unit)]; }

std::string_view limit_name(KernelLimit limit) {
  static constexpr std::string_view all[] = {"memory",
                                             "L2",
                                             "the L1 cache",
                                             "shared memory",
                                             "the issue of instructions",
                                             "the tensor cores",
                                             "one math pipe",
                                             "latency",
                                             "the launch"};
  static_assert(std::size(all) == device::kernel_limits);
  return all[static_cast<size_t>(limit)];
}

namespace {

const Advice& advice(KernelLimit limit) {
  static constexpr Advice all[] = {
      {"Move fewer bytes, or use each more often.", "The roofline: bytes or arithmetic?"},
      {"Touch fewer sectors: let neighboring lanes use neighboring bytes.", "Sectors (Phase 0)"},
      {"Touch fewer sectors in a request.", "Sectors (Phase 0)"},
      {"Remove bank conflicts, then read less from it.", "Shared memory: bank conflicts (Phase 1)"},
      {"Execute fewer instructions for the same result.", "The warp scheduler (Phase 1)"},
      {"They do their work; use fewer bits or fewer products.",
       "From naive to the library (Phase 2)"},
      {"Use another instruction, or fewer of this kind.", "The warp scheduler (Phase 1)"},
      {},  // see below
      {"Start more blocks, so that no place stays empty.", "How many threads?"},
  };
  static_assert(std::size(all) == device::kernel_limits);
  return all[static_cast<size_t>(limit)];
}

struct StallWords {
  std::string_view why;
  Advice advice;
};

const StallWords& words(Stall stall) {
  static constexpr std::string_view bytes = "Bytes in flight (Phase 1)",
                                    scheduler = "The warp scheduler (Phase 1)",
                                    stalls = "Stall reasons";
  static constexpr StallWords all[] = {
      {"for something that you have not entered", {"Enter the largest stall.", stalls}},
      {"for data from L1, L2 or HBM", {"Put more loads in flight, or more warps.", bytes}},
      {"for data from shared memory",
       {"Remove bank conflicts, then read less from it.",
        "Shared memory: bank conflicts (Phase 1)"}},
      {"for room in the queue to shared memory", {"Use fewer and wider accesses of it.", stalls}},
      {"for room in the queue to the L1 cache",
       {"Use fewer and wider loads and stores, such as float4.", stalls}},
      {"for a math pipe", {"Use another instruction, or fewer of this kind.", scheduler}},
      {"for other warps of their block, at a barrier",
       {"Give all warps equal work, or use smaller blocks.", stalls}},
      {"a fixed number of cycles for the instruction before",
       {"Let independent instructions follow each other.", "Little’s law (Phase 1)"}},
      {"for their last stores to arrive",
       {"Let neighboring lanes store neighboring bytes.", "A transpose (Phase 1)"}},
      {"because another warp was chosen",
       {"There are warps enough: execute fewer instructions.", scheduler}},
  };
  static_assert(std::size(all) == device::stall_count);
  return all[static_cast<size_t>(stall)];
}

}  // namespace

const Advice& advice(const WhichLimit& shown) {
  static constexpr Advice for_short = {"Give a launch more work: fuse kernels, or use a graph.",
                                       "Fusion: the first saving"};
  if (shown.verdict.rule == LimitRule::short_kernel) return for_short;
  if (shown.verdict.limit == KernelLimit::latency) return words(shown.counters.stall).advice;
  return advice(shown.verdict.limit);
}

std::string_view why(Stall stall) { return words(stall).why; }

std::string_view question(LimitRule rule) {
  static constexpr std::string_view all[] = {
      "shorter than a launch?", "a unit at 80% or more?",   "a unit at 60% or more?",
      "less than one wave?",    "waiting for a math pipe?", "waiting for something else"};
  static_assert(std::size(all) == device::limit_rules);
  return all[static_cast<size_t>(rule)];
}

std::string answer(const WhichLimit& shown, LimitRule rule) {
  switch (rule) {
    case LimitRule::short_kernel:
      return prefixed(shown.counters.seconds, "s");
    case LimitRule::saturated:
    case LimitRule::busiest:
      return fill("{} {}", words(shown.verdict.busiest).brief,
                  exact(shown.counters.of(shown.verdict.busiest)));
    case LimitRule::small_grid:
      return fill("{} waves", brief(shown.counters.waves));
    default:
      return std::string(nth(stall_choices, static_cast<int>(shown.counters.stall)).label);
  }
}

Description which_limit() {
  return describe<WhichLimitScene, parameters>(
      "which-limit", "measure", "Which limit?", "What limits a kernel, by its counters?",
      "core/device/kernel_limit.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
