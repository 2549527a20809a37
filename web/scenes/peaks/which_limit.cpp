// Which limit does a kernel meet first? A decision table over the counters of Nsight Compute.
#include "web/scenes/peaks/which_limit.hpp"

#include <iterator>

#include "core/device/measured_h200.hpp"
#include "core/device/measured_profile.hpp"
#include "core/device/profile_report.hpp"
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
     "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"},
    {"tensor", "Tensor pipe", "tensor pipe",
     "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"},
};
static_assert(std::size(unit_words) == device::counted_units);
constexpr UnitWords both_words[] = {
    {"memory", "Memory Throughput", "memory",
     "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"sm", "Compute (SM) Throughput", "SM", "sm__throughput.avg.pct_of_peak_sustained_elapsed"}};

constexpr Choice stall_choices[] = {{"unknown", "Not known"},
                                    {"long_scoreboard", "Long Scoreboard"},
                                    {"short_scoreboard", "Short Scoreboard"},
                                    {"mio_throttle", "MIO Throttle"},
                                    {"lg_throttle", "LG Throttle"},
                                    {"math_pipe_throttle", "Math Pipe Throttle"},
                                    {"barrier", "Barrier"},
                                    {"wait", "Wait"},
                                    {"drain", "Drain"},
                                    {"not_selected", "Not Selected"},
                                    {"no_instruction", "No Instruction"},
                                    {"branch_resolving", "Branch Resolving"},
                                    {"dispatch_stall", "Dispatch Stall"},
                                    {"imc_miss", "IMC Miss"},
                                    {"tex_throttle", "Tex Throttle"},
                                    {"membar", "Membar"},
                                    {"sleeping", "Sleeping"},
                                    {"gmma", "GMMA"},
                                    {"misc", "Misc"}};
static_assert(std::size(stall_choices) == device::stall_count);

constexpr std::string_view by_hand = "source=entered";

constexpr Parameter share(const UnitWords& its, std::string_view initial) {
  return real_number(
      its.key, its.brief, initial, {0, 100},
      {.step = 0.01, .unit = "%", .help = its.counter, .when = by_hand, .leads = true});
}
constexpr Parameter share(CountedUnit unit, std::string_view initial) {
  return share(unit_words[static_cast<size_t>(unit)], initial);
}

// A report becomes the lines of it that count.
Result<std::string> short_report(std::string_view text) {
  const Result<device::ProfileReport> read = device::read_profile_report(text);
  if (!read) return read.error();
  return device::short_profile_report(*read);
}
std::string other_kernels(std::string_view text) {
  const Result<device::ProfileReport> read = device::read_profile_report(text);
  if (!read || read->kernels == 1) return "";
  return fill("the {} shorter kernels of it; to see one of them, paste its part alone",
              read->kernels - 1);
}
const Reader report_reader = {short_report, other_kernels};
constexpr int most_bytes = 1 << 22;  // of a report with all details

constexpr Choice sources[] = {{"report", "What ncu printed"}, {"entered", "By hand"}};
constexpr Parameter parameters[] = {
    one_of("source", "Counters", sources, "report"),
    read_text("report", "Your report", device::h200::profiled_report, most_bytes, report_reader,
              {.help = "ncu --set full --print-details all -c 1 ./program",
               .when = "source=report",
               .leads = true,
               .lines = 6}),
    real_number("duration", "Duration", device::h200::profiled_us, {0.1, 1e8},
                {.step = 0.001,
                 .unit = "µs",
                 .help = "gpu__time_duration.sum",
                 .when = by_hand,
                 .spacing = Spacing::decimal,
                 .leads = true}),
    share(both_words[0], "0"),
    share(CountedUnit::dram, device::h200::profiled_dram),
    share(CountedUnit::l2, device::h200::profiled_l2),
    share(CountedUnit::l1, device::h200::profiled_l1),
    share(both_words[1], "0"),
    share(CountedUnit::issue, device::h200::profiled_issue),
    share(CountedUnit::tensor, "0"),
    real_number("waves", "Waves Per SM", device::h200::profiled_waves, {0.01, 1e6},
                {.step = 0.01,
                 .help = "launch__waves_per_multiprocessor",
                 .when = by_hand,
                 .spacing = Spacing::decimal,
                 .leads = true}),
    one_of("stall", "Largest stall", stall_choices, "drain",
           {.help = "smsp__average_warps_issue_stalled_…_per_issue_active.ratio",
            .when = by_hand,
            .leads = true}),
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
    next.entered = values.choice("source") == 1;
    if (auto error = next.entered ? enter(next.counters, values) : read(next, values)) return error;
    if (auto error = keep(next.verdict, device::kernel_limit(next.counters))) return error;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const Advice& next = advice(shown);
    std::string of;
    if (!shown.kernel.empty()) of = fill(" of {}", shown.kernel.substr(0, shown.kernel.find('(')));
    if (shown.kernels > 1) of += fill(", the longest of {} kernels,", shown.kernels);
    return fill("The limit{} is {}: {} {} Read “{}”.", of, limit_name(shown.verdict.limit),
                reason(), next.first, next.section);
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
            {"busiest", "Busiest unit", shown.verdict.busiest().percent, 1, "%"},
            {"saturated", "Saturated from", device::saturated_percent, 0, "%"},
            {"busy", "Busy from", device::busy_percent, 0, "%"},
            {"launch", "One launch after another", device::h200::stream_launch * 1e6, 2, "µs"}};
  }

  WhichLimit shown;

 private:
  static std::optional<Error> enter(device::KernelCounters& counters, const Values& values) {
    counters.seconds = values.real("duration") / 1e6;
    counters.waves = values.real("waves");
    counters.memory = values.real("memory");
    counters.sm = values.real("sm");
    for (int i = 0; i < device::counted_units; ++i)
      nth(counters.percent, i) = values.real(nth(unit_words, i).key);
    counters.stall = static_cast<Stall>(values.choice("stall"));
    return {};
  }

  static std::optional<Error> read(WhichLimit& next, const Values& values) {
    Result<device::ProfileReport> report = device::read_profile_report(values.text("report"));
    if (!report) return report.error();
    next.counters = report->counters;
    next.kernel = std::move(report->kernel);
    next.kernels = report->kernels;
    return {};
  }

  std::string reason() const {
    const device::LimitVerdict& verdict = shown.verdict;
    const std::string most = exact(verdict.busiest().percent);
    switch (verdict.rule) {
      case LimitRule::short_kernel:
        return fill("the kernel takes {}, less than the {} from one launch to the next.",
                    prefixed(shown.counters.seconds, "s"),
                    prefixed(device::h200::stream_launch, "s"));
      case LimitRule::saturated:
        return fill("{} is at {} of its peak{}.", counted().name, most, unit());
      case LimitRule::busiest:
        return fill("{} is at {} of its peak{}{}.{}", counted().name, most, unit(), balance(),
                    stall());
      case LimitRule::small_grid:
        return fill("the blocks fill {} of a wave, so some places stay empty.",
                    exact(100 * shown.counters.waves));
      case LimitRule::full_pipe:
        return "no unit above is busy, and most warps wait for a math pipe.";
      default:
        return fill("{} is at {}, and most warps wait {}.", counted().name, most,
                    why(shown.counters.stall));
    }
  }

  // The counter that the rule asked for: that of all units, or of the busiest.
  const UnitWords& counted() const { return counted_words(shown, shown.verdict.of_memory); }

  // Which unit it is, where the counter is that of all.
  std::string unit() const {
    const UnitWords& its = busiest_words(shown);
    return its.key == counted().key ? "" : fill(", and that is {}", its.brief);
  }

  std::string balance() const {
    const device::LimitVerdict& verdict = shown.verdict;
    if (!verdict.balanced) return "";
    const bool memory = !verdict.of_memory;
    return fill(", balanced with {} ({})", counted_words(shown, memory).name,
                exact((memory ? verdict.memory : verdict.sm).percent));
  }

  // Below 80%, the stalls may say more.
  std::string stall() const {
    const Stall most = shown.counters.stall;
    if (most == Stall::not_known || most == Stall::not_selected) return "";
    return fill(" Most warps wait {}.", why(most));
  }
};

}  // namespace

const UnitWords& memory_words() { return both_words[0]; }
const UnitWords& sm_words() { return both_words[1]; }

const UnitWords& side_words(const WhichLimit& shown, bool memory) {
  const device::UsedSide& side = memory ? shown.verdict.memory : shown.verdict.sm;
  return side.unit ? words(*side.unit) : memory ? memory_words() : sm_words();
}

const UnitWords& counted_words(const WhichLimit& shown, bool memory) {
  const double all = memory ? shown.counters.memory : shown.counters.sm;
  return all == 0 ? side_words(shown, memory) : memory ? memory_words() : sm_words();
}

const UnitWords& busiest_words(const WhichLimit& shown) {
  return side_words(shown, shown.verdict.of_memory);
}

const UnitWords& words(CountedUnit unit) { return unit_words[static_cast<size_t>(unit)]; }

std::string_view limit_name(KernelLimit limit) {
  static constexpr std::string_view all[] = {"memory",
                                             "L2",
                                             "the L1 cache",
                                             "HBM or a cache",
                                             "L2 or the L1 cache",
                                             "shared memory",
                                             "shared memory or L1",
                                             "the issue of instructions",
                                             "the tensor cores",
                                             "one math pipe",
                                             "instructions, or one pipe",
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
      {"Count DRAM, L2 and L1/TEX: ncu prints all three.", "Sectors (Phase 0)"},
      {"Touch fewer sectors; see which cache: Memory Throughput Breakdown.", "Sectors (Phase 0)"},
      {"Remove bank conflicts, then read less from it.", "Shared memory: bank conflicts (Phase 1)"},
      {"Count the stalls: ncu --set full --print-details all.", "Stall reasons"},
      {"Execute fewer instructions for the same result.", "The warp scheduler (Phase 1)"},
      {"They do their work; use fewer bits or fewer products.",
       "From naive to the library (Phase 2)"},
      {"Find it in Compute Workload Analysis, and use it less.", "The warp scheduler (Phase 1)"},
      {"Profile with --set full: Issue Slots Busy tells which.", "The warp scheduler (Phase 1)"},
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
      {"for something that was not counted",
       {"Count the stalls: ncu --set full --print-details all.", stalls}},
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
      {"for their next instruction to be fetched",
       {"Give each launch more work, or make the code shorter.", stalls}},
      {"for the target of a branch",
       {"Use fewer branches and jumps.", "Branch divergence (Phase 1)"}},
      {"because the dispatcher holds them back", {"It seldom leads: read on there.", stalls}},
      {"for constants that are not in their cache",
       {"Let all lanes read one constant at a time.", stalls}},
      {"for room in the queue to the texture unit", {"Use fewer texture instructions.", stalls}},
      {"for a memory fence", {"Use fewer fences, or narrower ones.", stalls}},
      {"because all their threads sleep", {"Sleep for a shorter time.", stalls}},
      {"for a product of matrices",
       {"Let copies and products overlap.", "Why warps take different roles"}},
      {"for another reason", {"It seldom leads: read on there.", stalls}},
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
      return fill("{} {}", counted_words(shown, shown.verdict.of_memory).brief,
                  exact(shown.verdict.busiest().percent));
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
