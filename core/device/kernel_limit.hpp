// What limits a kernel, by the counters that Nsight Compute shows: a decision table.
//
// The rules, asked in this order. The first that holds decides; each threshold has its source.
//   short_kernel  the kernel takes less time than from one launch to the next in a stream (measured
//                 on an H200, core/recorded/h200/launch.json)                          -> launch
//   saturated     memory or the SM is at 80% of its peak or more                       -> its unit
//   busiest       memory or the SM is at 60% or more                                   -> its unit
//   small_grid    fewer blocks than all SMs hold at a time: less than 1 wave          -> launch
//   full_pipe     most warps wait for a math pipe that takes no more                  -> pipe
//   waiting       none of these: what the warps wait for takes the time               -> latency
// 80%, 60%, 1 wave and the 10 points within which memory and compute are balanced are those of the
// rule SOLBottleneck of Nsight Compute (reference "nsight-rules"). It looks at Memory Throughput
// and Compute (SM) Throughput. This table names the unit, too:
//   memory  the unit whose counter is Memory Throughput (within a point: passes differ); else the
//           only one that is above it, since those of L2 and L1 count more than Memory Throughput
//           does (92% for its 87% in a copy, core/recorded/h200/limited.txt); two above it: a
//           cache, and it is not known which.
//   SM      the tensor pipe or the issue slots if they are Compute (SM) Throughput; else a pipe
//           without a counter here.
// Where the two throughputs are not counted, the larger of the units stands for them. A saturated
// L1 whose warps wait for shared memory (or for the queue in front of it) is limited by shared
// memory. Nsight Compute has the names and units of the counters, and what the stalls mean
// (reference "nsight-compute").
//
// Without the two throughputs, more of one unit never moves the verdict away from that unit. A
// percentage of 0 also stands for one that was not counted.
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
  no_instruction,
  branch_resolving,
  dispatch_stall,
  imc_miss,
  tex_throttle,
  membar,
  sleeping,
  gmma,
  misc,
};
inline constexpr int stall_count = 19;
// As in the name of the metric, "long_scoreboard"; "unknown".
std::string_view name(Stall stall);

enum class KernelLimit : unsigned char {
  dram,
  l2,
  l1,
  memory,  // which of them is not known
  cache,   // L2 or L1
  shared,
  pool,  // shared memory or L1: the stall that tells is not known
  issue,
  tensor,
  pipe,
  sm,  // issue or a pipe
  latency,
  launch
};
inline constexpr int kernel_limits = 13;
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
  double memory = 0;   // Memory Throughput, percent
  double sm = 0;       // Compute (SM) Throughput, percent
  std::array<double, counted_units> percent = {};
  Stall stall = Stall::not_known;

  double of(CountedUnit unit) const { return percent[static_cast<size_t>(unit)]; }
};

// Memory's units, or those of the SM: how much is used, and which unit that is, if it is known.
struct UsedSide {
  double percent = 0;
  std::optional<CountedUnit> unit = {};
};

struct LimitVerdict {
  KernelLimit limit = KernelLimit::latency;
  LimitRule rule = LimitRule::waiting;
  UsedSide memory = {}, sm = {};
  bool of_memory = true;  // whether memory is used more than the SM, or as much
  // Both are within balanced_points, and not saturated: the kernel needs less of both.
  bool balanced = false;

  const UsedSide& busiest() const { return of_memory ? memory : sm; }
};

// Refused: no time, no waves, a percentage outside 0…100, what is not a number.
Result<LimitVerdict> kernel_limit(const KernelCounters& counters);

}  // namespace loom::device
