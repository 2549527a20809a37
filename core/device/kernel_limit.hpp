// What limits a kernel, by the counters that Nsight Compute shows: a decision table.
//
// The rules, asked in this order. The first that holds decides; each threshold has its source.
//   short_kernel  the kernel takes less time than from one launch to the next in a stream (measured
//                 on an H200, core/recorded/h200/launch.json)                          -> launch
//   saturated     a unit is at 80% of its peak or more                                -> that unit
//   busiest       a unit is at 60% or more                                            -> that unit
//   small_grid    fewer blocks than all SMs hold at a time: less than 1 wave          -> launch
//   full_pipe     most warps wait for a math pipe that takes no more                  -> pipe
//   waiting       none of these: what the warps wait for takes the time               -> latency
// 80%, 60%, 1 wave and the 10 points within which memory and compute are balanced are those of the
// rule SOLBottleneck of Nsight Compute (reference "nsight-rules"), which looks at the larger of
// memory's units and the larger of the SM's. This table names the unit, too: the busiest, or of
// equal ones the first in the order below. A saturated L1 whose warps wait for shared memory (or
// for the queue in front of it) is limited by shared memory. Nsight Compute has the names and units
// of the counters, and what the stalls mean (reference "nsight-compute").
//
// More of one unit never moves the verdict away from that unit. A percentage of 0 also stands for
// one that was not counted.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/result.hpp"

namespace loom::device {

inline constexpr double saturated_percent = 80, busy_percent = 60, balanced_points = 10,
                        full_waves = 1;

// Of which there are percentages of peak. l1: shared memory and the L1 cache, one pool.
enum class CountedUnit : unsigned char { dram, l2, l1, issue, tensor };
inline constexpr int counted_units = 5;
std::string_view name(CountedUnit unit);  // "dram", …

// What most warps wait for: the largest stall of Warp State Statistics.
enum class Stall : unsigned char {
  not_known,
  long_scoreboard,
  short_scoreboard,
  mio_throttle,
  lg_throttle,
  math_pipe_throttle,
  barrier,
  wait,
  drain,
  not_selected,
};
inline constexpr int stall_count = 10;
// As in the name of the metric, "long_scoreboard"; "unknown".
std::string_view name(Stall stall);

enum class KernelLimit : unsigned char {
  dram,
  l2,
  l1,
  shared,
  issue,
  tensor,
  pipe,
  latency,
  launch
};
inline constexpr int kernel_limits = 9;
std::string_view name(KernelLimit limit);  // "dram", …

enum class LimitRule : unsigned char {
  short_kernel,
  saturated,
  busiest,
  small_grid,
  full_pipe,
  waiting,
};
inline constexpr int limit_rules = 6;

struct KernelCounters {
  double seconds = 0;  // Duration
  double waves = 0;    // Waves Per SM
  std::array<double, counted_units> percent = {};
  Stall stall = Stall::not_known;

  double of(CountedUnit unit) const { return percent[static_cast<size_t>(unit)]; }
};

struct LimitVerdict {
  KernelLimit limit = KernelLimit::latency;
  LimitRule rule = LimitRule::waiting;
  CountedUnit busiest = CountedUnit::dram;
  // Of memory's units if the busiest is the SM's, and the other way round: within balanced_points
  // of it, and not saturated, so that the kernel needs less of both.
  std::optional<CountedUnit> balanced;
};

// Refused: no time, no waves, a percentage outside 0…100, what is not a number.
Result<LimitVerdict> kernel_limit(const KernelCounters& counters);

}  // namespace loom::device
