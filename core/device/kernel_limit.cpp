#include "core/device/kernel_limit.hpp"

#include <algorithm>

#include "core/device/measured_h200.hpp"

namespace loom::device {
namespace {

bool of_memory(CountedUnit unit) { return unit <= CountedUnit::l1; }

CountedUnit busiest_of(const KernelCounters& counters) {
  const auto found = std::max_element(counters.percent.begin(), counters.percent.end());
  return static_cast<CountedUnit>(found - counters.percent.begin());
}

// The busiest of the other side, if it is near.
std::optional<CountedUnit> balanced_with(const KernelCounters& counters, CountedUnit busiest) {
  std::optional<CountedUnit> found;
  for (int i = 0; i < counted_units; ++i) {
    const auto unit = static_cast<CountedUnit>(i);
    if (of_memory(unit) == of_memory(busiest)) continue;
    if (counters.of(busiest) - counters.of(unit) >= balanced_points) continue;
    if (!found || counters.of(unit) > counters.of(*found)) found = unit;
  }
  return found;
}

KernelLimit limit_of(CountedUnit unit, Stall stall) {
  switch (unit) {
    case CountedUnit::dram:
      return KernelLimit::dram;
    case CountedUnit::l2:
      return KernelLimit::l2;
    case CountedUnit::l1:
      return stall == Stall::short_scoreboard || stall == Stall::mio_throttle ? KernelLimit::shared
                                                                              : KernelLimit::l1;
    case CountedUnit::issue:
      return KernelLimit::issue;
    default:
      return KernelLimit::tensor;
  }
}

}  // namespace

std::string_view name(CountedUnit unit) {
  static constexpr std::string_view names[counted_units] = {"dram", "l2", "l1", "issue", "tensor"};
  return names[static_cast<size_t>(unit)];
}

std::string_view name(Stall stall) {
  static constexpr std::string_view names[stall_count] = {
      "unknown",     "long_scoreboard",    "short_scoreboard", "mio_throttle",
      "lg_throttle", "math_pipe_throttle", "barrier",          "wait",
      "drain",       "not_selected"};
  return names[static_cast<size_t>(stall)];
}

std::string_view name(KernelLimit limit) {
  static constexpr std::string_view names[kernel_limits] = {
      "dram", "l2", "l1", "shared", "issue", "tensor", "pipe", "latency", "launch"};
  return names[static_cast<size_t>(limit)];
}

Result<LimitVerdict> kernel_limit(const KernelCounters& counters) {
  if (!(counters.seconds > 0)) return Error{"duration: expected more than 0 seconds"};
  if (!(counters.waves > 0)) return Error{"waves: expected more than 0"};
  for (const double percent : counters.percent)
    if (!(percent >= 0 && percent <= 100)) return Error{"expected percentages from 0 to 100"};
  LimitVerdict verdict{.busiest = busiest_of(counters)};
  const double most = counters.of(verdict.busiest);
  const auto decide = [&](LimitRule rule, KernelLimit limit) {
    verdict.rule = rule;
    verdict.limit = limit;
    return verdict;
  };
  if (counters.seconds < h200::stream_launch)
    return decide(LimitRule::short_kernel, KernelLimit::launch);
  const KernelLimit unit = limit_of(verdict.busiest, counters.stall);
  if (most >= saturated_percent) return decide(LimitRule::saturated, unit);
  if (most >= busy_percent) {
    verdict.balanced = balanced_with(counters, verdict.busiest);
    return decide(LimitRule::busiest, unit);
  }
  if (counters.waves < full_waves) return decide(LimitRule::small_grid, KernelLimit::launch);
  if (counters.stall == Stall::math_pipe_throttle)
    return decide(LimitRule::full_pipe, KernelLimit::pipe);
  return decide(LimitRule::waiting, KernelLimit::latency);
}

}  // namespace loom::device
