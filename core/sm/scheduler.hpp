// One warp scheduler of an SM, cycle by cycle: which warp issues, which could issue, and which
// waits for a load.
//
// The rules, all of them:
//   1. The scheduler issues at most one instruction of one warp per cycle.
//   2. Every warp runs the same program, over and over: `in_flight` loads that do not depend on
//      each other, then for every load, in the same order, `between` instructions that need its
//      value. Instructions of a warp issue in program order. One pass is a turn:
//      in_flight·(1 + between) instructions.
//   3. The value of a load issued in cycle c can be used from cycle c + latency on. The other
//      instructions never wait for each other, and any number of loads may be under way.
//   4. In a cycle a warp is *stalled* when its next instruction needs a value that has not
//      arrived; otherwise it is *eligible*, and *issued* if it is the one that is picked.
//   5. Loose round-robin picks the first eligible warp after the one that issued last, going
//      around. Greedy-then-oldest picks the warp that issued last while it is eligible, else the
//      eligible warp with the lowest number.
//   6. All warps start in cycle 0, before their first load; cycle 0 picks warp 0.
// What is reported begins after `warm_up_turns` turns of warp 0, in the cycle in which it issues
// the first load of its next turn, and ends `turns` turns of warp 0 later.
//
// What follows from the rules for equal warps, and the tests hold the simulator to (k = in_flight,
// m = between, L = latency): a warp alone takes L + k·m cycles a turn (k ≤ L). Greedy-then-oldest
// keeps the scheduler busy min(1, W·k·(1+m) / (L + k·m)) of the time: Little's law, with
// ⌈(L + k·m) / (k·(1+m))⌉ warps to reach 1. Loose round-robin keeps warps that start together
// together, so that they wait together: W·k·(1+m) / (max(L, k·W) + k·m·W). Sources: the two
// policies are the usual ones of simulators (Rogers, O'Connor, Aamodt, MICRO 2012); what recent
// GPUs do is close to greedy but picks the youngest (Huerta et al., arXiv 2503.20481).
#pragma once

#include <vector>

#include "core/result.hpp"

namespace loom::sm {

inline constexpr int max_scheduler_warps = 64, max_load_latency = 10'000, max_between = 1000,
                     max_loads_in_flight = 8, max_turns = 100;

enum class Policy { loose_round_robin, greedy_then_oldest };

struct SchedulerOptions {
  int warps = 4;      // 1…max_scheduler_warps
  int latency = 400;  // cycles, 1…max_load_latency
  int between = 8;    // instructions per load, 1…max_between
  int in_flight = 1;  // loads per turn, 1…max_loads_in_flight
  Policy policy = Policy::loose_round_robin;
};

// Cycles first, first + stride, …: `count` issues of one warp.
struct IssueRun {
  int first, stride, count;
  bool load;
  int last() const { return first + stride * (count - 1); }
};

// Cycles from…to − 1.
struct Span {
  int from, to;
};

struct WarpTrace {
  std::vector<IssueRun> issues;               // in order of time
  std::vector<Span> stalls;                   // in order of time, never empty
  int issued = 0, eligible = 0, stalled = 0;  // cycles; issued + eligible + stalled = cycles
};

// Cycles are counted from the beginning of what is reported.
struct WarpSchedule {
  SchedulerOptions options;
  int start = 0;   // the cycle of the simulation that is cycle 0 here
  int cycles = 0;  // issued + idle
  int issued = 0, idle = 0;
  double utilization = 0;  // issued / cycles
  std::vector<WarpTrace> warps;
  std::vector<Span> gaps;  // in which nothing is issued
};

inline constexpr int warm_up_turns = 2;

// Refused: an option outside its range; turns outside 1…max_turns. The cost grows with the number
// of stalls, not of cycles: stretches in which the same warps take turns are one step.
Result<WarpSchedule> schedule_warps(const SchedulerOptions& options, int turns = 2);

// How many cycles of each kind are among the first `cycle` cycles of a trace.
struct WarpCounts {
  int issued = 0, eligible = 0, stalled = 0;
};
WarpCounts counts_until(const WarpTrace& trace, int cycle);
bool stalled_at(const WarpTrace& trace, int cycle);

// One warp on its own, and how many such warps Little's law asks for.
int turn_cycles(const SchedulerOptions& options);        // max(L, k) + k·m
int turn_instructions(const SchedulerOptions& options);  // k·(1 + m)
int littles_law_warps(const SchedulerOptions& options);  // ⌈cycles / instructions⌉

}  // namespace loom::sm
