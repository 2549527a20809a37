#include "core/device/kernel_limit.hpp"

#include <algorithm>
#include <cmath>

#include "core/device/measured_h200.hpp"

namespace loom::device {
namespace {

// Two counters of the same percentage may differ by so much: each is read in a pass of its own.
constexpr double same_points = 1;

constexpr std::array memory_units = {CountedUnit::dram, CountedUnit::l2, CountedUnit::l1};
constexpr std::array sm_units = {CountedUnit::tensor, CountedUnit::issue};

template <size_t count>
UsedSide largest(const KernelCounters& counters, const std::array<CountedUnit, count>& units) {
  UsedSide side{.unit = units.front()};
  for (const CountedUnit unit : units)
    if (counters.of(unit) > side.percent) side = {counters.of(unit), unit};
  return side;
}

UsedSide memory_side(const KernelCounters& counters) {
  if (counters.memory == 0) return largest(counters, memory_units);
  UsedSide side{.percent = counters.memory};
  double nearest = same_points;
  int above = 0;
  std::optional<CountedUnit> higher;
  for (const CountedUnit unit : memory_units) {
    const double points = counters.of(unit) - counters.memory;
    if (std::abs(points) <= nearest && (!side.unit || std::abs(points) < nearest)) {
      nearest = std::abs(points);
      side.unit = unit;
    }
    if (points <= 0) continue;
    higher = unit;
    ++above;
  }
  // Which is the only one can be told where all were counted.
  const bool all = std::all_of(memory_units.begin(), memory_units.end(),
                               [&](CountedUnit unit) { return counters.of(unit) > 0; });
  if (!side.unit && above == 1 && all) side.unit = higher;
  return side;
}

UsedSide sm_side(const KernelCounters& counters) {
  if (counters.sm == 0) return largest(counters, sm_units);
  for (const CountedUnit unit : sm_units)
    if (counters.of(unit) >= counters.sm - same_points) return {counters.sm, unit};
  return {.percent = counters.sm};
}

KernelLimit memory_limit(const UsedSide& side, const KernelCounters& counters) {
  const Stall stall = counters.stall;
  if (!side.unit)
    return counters.of(CountedUnit::dram) > 0 ? KernelLimit::cache : KernelLimit::memory;
  if (side.unit == CountedUnit::dram) return KernelLimit::dram;
  if (side.unit == CountedUnit::l2) return KernelLimit::l2;
  if (stall == Stall::not_known) return KernelLimit::pool;
  const bool shared = stall == Stall::short_scoreboard || stall == Stall::mio_throttle;
  return shared ? KernelLimit::shared : KernelLimit::l1;
}

KernelLimit sm_limit(const UsedSide& side, const KernelCounters& counters) {
  if (side.unit == CountedUnit::tensor) return KernelLimit::tensor;
  if (side.unit == CountedUnit::issue) return KernelLimit::issue;
  // Whoever knows how many instructions were issued knows that it is not the issue.
  return counters.of(CountedUnit::issue) > 0 ? KernelLimit::pipe : KernelLimit::sm;
}

bool is_percentage(double number) { return number >= 0 && number <= 100; }

}  // namespace

std::string_view name(CountedUnit unit) {
  static constexpr std::string_view names[counted_units] = {"dram", "l2", "l1", "issue", "tensor"};
  return names[static_cast<size_t>(unit)];
}

std::string_view name(Stall stall) {
  static constexpr std::string_view names[stall_count] = {"unknown",
                                                          "long_scoreboard",
                                                          "short_scoreboard",
                                                          "mio_throttle",
                                                          "lg_throttle",
                                                          "math_pipe_throttle",
                                                          "barrier",
                                                          "wait",
                                                          "drain",
                                                          "not_selected",
                                                          "no_instruction",
                                                          "branch_resolving",
                                                          "dispatch_stall",
                                                          "imc_miss",
                                                          "tex_throttle",
                                                          "membar",
                                                          "sleeping",
                                                          "gmma",
                                                          "misc"};
  return names[static_cast<size_t>(stall)];
}

std::string_view name(KernelLimit limit) {
  static constexpr std::string_view names[kernel_limits] = {
      "dram",  "l2",     "l1",   "memory", "cache",   "shared", "pool",
      "issue", "tensor", "pipe", "sm",     "latency", "launch"};
  return names[static_cast<size_t>(limit)];
}

Result<LimitVerdict> kernel_limit(const KernelCounters& counters) {
  if (!(counters.seconds > 0)) return Error{"duration: expected more than 0 seconds"};
  if (!(counters.waves > 0)) return Error{"waves: expected more than 0"};
  if (!std::all_of(counters.percent.begin(), counters.percent.end(), is_percentage) ||
      !is_percentage(counters.memory) || !is_percentage(counters.sm))
    return Error{"expected percentages from 0 to 100"};
  LimitVerdict verdict{.memory = memory_side(counters), .sm = sm_side(counters)};
  verdict.of_memory = verdict.memory.percent >= verdict.sm.percent;
  const double most = verdict.busiest().percent;
  const auto decide = [&](LimitRule rule, KernelLimit limit) {
    verdict.rule = rule;
    verdict.limit = limit;
    return verdict;
  };
  if (counters.seconds < h200::stream_launch)
    return decide(LimitRule::short_kernel, KernelLimit::launch);
  if (most >= busy_percent) {
    verdict.balanced = most < saturated_percent &&
                       std::abs(verdict.memory.percent - verdict.sm.percent) < balanced_points;
    return decide(most >= saturated_percent ? LimitRule::saturated : LimitRule::busiest,
                  verdict.of_memory ? memory_limit(verdict.memory, counters)
                                    : sm_limit(verdict.sm, counters));
  }
  if (counters.waves < full_waves) return decide(LimitRule::small_grid, KernelLimit::launch);
  if (counters.stall == Stall::math_pipe_throttle)
    return decide(LimitRule::full_pipe, KernelLimit::pipe);
  return decide(LimitRule::waiting, KernelLimit::latency);
}

}  // namespace loom::device
