// What does the machine do while a warp waits? One scheduler and its warps, cycle by cycle.

#include "web/scenes/warps/warp_scheduler.hpp"

#include "web/scene/gantt.hpp"

namespace loom::scenes {
namespace {

using sm::Policy;

constexpr Choice policies[] = {{"round-robin", "Loose round-robin"},
                               {"greedy", "Greedy, then oldest"}};

constexpr Parameter parameters[] = {
    whole_number("warps", "Warps", "4", {1, warp_slots},
                 {.help = "Of this sub-partition, which has 16 places."}),
    whole_number("latency", "Load latency", "400", {20, 800},
                 {.unit = "cycles",
                  .help = "A single load on an H200: 32 from L1, 283 from L2, 659 from HBM. The "
                          "presets stand for measured loops, in which a load takes longer."}),
    whole_number("between", "Instructions per load", "8", {1, 32},
                 {.help = "Each needs the loaded value."}),
    whole_number("loads", "Loads in flight", "1", {1, 8},
                 {.help = "Loads that a warp issues before it uses the first one."}),
    one_of("policy", "Policy", policies, "round-robin",
           {.help = "Which eligible warp issues. Round-robin: the next one. Greedy: the same one "
                    "until it waits."}),
};

constexpr Preset presets[] = {
    {"Four warps, greedy", "policy=greedy"},
    {"Four loads, greedy", "warps=12&loads=4&policy=greedy"},
    {"Four loads, round-robin", "warps=12&loads=4"},
    // Greedy is nearer to the counters of an H200 in all four.
    {"H200, shared memory", "warps=8&latency=54&between=10&policy=greedy"},
    {"H200, L2", "warps=8&latency=326&between=12&policy=greedy"},
    {"H200, L2, 4 loads", "warps=8&latency=402&between=9&loads=4&policy=greedy"},
    {"H200, HBM", "warps=8&latency=713&between=12&policy=greedy"},
};
constexpr std::string_view parts[] = {"scheduler", "issued", "eligible",
                                      "stalled",   "curve",  "little"};
constexpr std::string_view references[] = {"best-practices", "volta-micro", "hopper-micro"};

Result<Utilizations> curve(sm::SchedulerOptions options) {
  Utilizations all{};
  for (double& utilization : all) {
    options.warps = static_cast<int>(&utilization - all.data()) + 1;
    const auto schedule = sm::schedule_warps(options, 1);
    if (!schedule) return schedule.error();
    utilization = schedule->utilization;
  }
  return all;
}

class WarpSchedulerScene final : public Pictured<WarpSchedulerScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    sm::SchedulerOptions options{.warps = values.integer("warps"),
                                 .latency = values.integer("latency"),
                                 .between = values.integer("between"),
                                 .in_flight = values.integer("loads"),
                                 .policy = values.text("policy") == "greedy"
                                               ? Policy::greedy_then_oldest
                                               : Policy::loose_round_robin};
    auto schedule = sm::schedule_warps(options);
    if (!schedule) return schedule.error();
    const auto chosen = curve(options);
    if (!chosen) return chosen.error();
    options.policy = options.policy == Policy::greedy_then_oldest ? Policy::loose_round_robin
                                                                  : Policy::greedy_then_oldest;
    const auto other = curve(options);
    if (!other) return other.error();
    schedule_ = std::move(*schedule);
    chosen_ = *chosen;
    other_ = *other;
    cycles_per_step_ = static_cast<int>(round_step(schedule_.cycles, 40));
    measured_ = nullptr;
    for (const sm::MeasuredLoop& known : sm::measured_loops)
      if (known.same(options)) measured_ = &known;
    return std::nullopt;
  }

  int steps() const override {
    return (schedule_.cycles + cycles_per_step_ - 1) / cycles_per_step_;
  }

  std::string status(int step) const override {
    if (step == 0) return before();
    return step < steps() ? midway(step * cycles_per_step_) : totals() + conclusion();
  }

  Table table() const override {
    Table table = headed(text_column("Warp"), "Issued", "Eligible", "Stalled");
    for (int w = 0; w < warps(); ++w) {
      const sm::WarpTrace& trace = nth(schedule_.warps, w);
      table.add({w, trace.issued, trace.eligible, trace.stalled});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"utilization", "Utilization", 100 * schedule_.utilization, 1, "%"}.told_in(
                "curve, little", "", "warps, policy"),
            {"cycles", "Cycles", schedule_.cycles},
            {"idle", "Idle cycles", schedule_.idle},
            {"enough", "Warps that Little’s law asks for", enough()}};
  }

  WarpPicture shown() const {
    return {schedule_, chosen_, other_, measured_, cycles_per_step_, steps()};
  }

 private:
  int enough() const { return sm::littles_law_warps(schedule_.options); }
  int warps() const { return schedule_.options.warps; }

  std::string before() const {
    return fill(
        "In cycle 0 warp 0 issues a load. {} cycles are two turns of its loop: {}, then {} for "
        "each.",
        schedule_.cycles, Word(schedule_.options.in_flight, "load"),
        Word(schedule_.options.between, "instruction"));
  }

  std::string midway(int cycle) const {
    int issued = 0, waiting = 0;
    for (const sm::WarpTrace& trace : schedule_.warps) {
      issued += counts_until(trace, cycle).issued;
      waiting += stalled_at(trace, cycle - 1);
    }
    const std::string some =
        fill("{} of {} {}", waiting, Word(warps(), "warp"), waiting == 1 ? "waits" : "wait");
    return fill("After {} of {} cycles: {} issued, {} empty. {} for a load.", cycle,
                schedule_.cycles, Word(issued, "instruction"), Word(cycle - issued, "slot"),
                waiting < warps() ? some
                : waiting == 1    ? "The warp waits"
                                  : "All warps wait");
  }

  std::string totals() const {
    return fill("{} {} of {} issue slots, {} of the time{}. ",
                Word(warps(), "warp uses", "warps use"), schedule_.issued, schedule_.cycles,
                percent(schedule_.utilization, 1), on_a_chip());
  }

  // A real scheduler's order is not known; its share is often between those of both orders.
  std::string on_a_chip() const {
    if (measured_ == nullptr) return "";
    const double real = measured_->utilization(warps()), here = schedule_.utilization,
                 there = nth(other_, warps() - 1);
    const std::string share = percent(real, 1);
    if (real < std::min(here, there) || real > std::max(here, there))
      return " (an H200: " + share + ")";
    return fill(" (an H200: {}, between this order and the other, {})", share, percent(there, 1));
  }

  std::string conclusion() const {
    const std::string instead = percent(nth(other_, warps() - 1), 1);
    return fill("One warp alone issues {} in {} cycles: Little’s law asks for {}{}",
                Word(sm::turn_instructions(schedule_.options), "instruction"),
                sm::turn_cycles(schedule_.options), Word(enough(), "warp"),
                warps() < enough()    ? "."
                : schedule_.idle > 0  ? fill(". But here all warps reach their loads together; "
                                              "greedy would be busy {}.",
                                             instead)
                : warps() == enough() ? ", exactly as many."
                                      : ", fewer than these.");
  }

  sm::WarpSchedule schedule_;
  Utilizations chosen_{}, other_{};
  const sm::MeasuredLoop* measured_ = nullptr;
  int cycles_per_step_ = 1;
};

}  // namespace

std::string_view short_name(sm::Policy policy) {
  return policy == sm::Policy::greedy_then_oldest ? "greedy" : "round-robin";
}

Description warp_scheduler() {
  return describe<WarpSchedulerScene, parameters>(
      "warp-scheduler", "index", "A warp scheduler", "What does an SM do while a warp waits?",
      "core/sm/scheduler.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
