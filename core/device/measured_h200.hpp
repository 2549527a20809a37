// What this project measured on an H200 and scenes show, with one place for each number: from
// core/recorded/h200/latency.json, launch.json, bandwidth.json and spills.json.
#pragma once

namespace loom::device::h200 {

// Cycles from one step to the next that needs its result: register_cycles (of a multiply-add),
// shared_cycles, l1_cycles, l2_cycles (on one SM, a ring of 1 MiB), l2_nearest_cycles and
// l2_farthest_cycles (one line, asked by every SM), dram_cycles (a ring of 256 MiB).
// Seconds from one kernel that does nothing to the next, in a stream and inside a CUDA graph:
// stream_launch, graph_launch.
// GB/s (10⁹ bytes) that all SMs read together: shared_gb_per_s, l2_gb_per_s, dram_gb_per_s.
#include "core/recorded/machine.inc"  // IWYU pragma: export

struct SpillRun {
  int registers, local_bytes;  // per thread, as the compiler chose
  int blocks;                  // resident on an SM
  double ms;
};
// spill_runs: the same work compiled with __launch_bounds__(spill_threads, 1…8): each thread of a
// kernel keeps spill_values running sums through a loop.
#include "core/recorded/spills.inc"  // IWYU pragma: export

// The first run with so many resident blocks: its bound asks for no more. nullptr: there is none.
constexpr const SpillRun* spill_run(int blocks) {
  for (const SpillRun& run : spill_runs)
    if (run.blocks == blocks) return &run;
  return nullptr;
}

}  // namespace loom::device::h200
