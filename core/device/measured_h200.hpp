// What this project measured on an H200 and scenes show, one place for each number. A test compares
// every one with the recorded run (core/recorded/h200/latency.json, bandwidth.json, spills.json,
// launch.json).
#pragma once

namespace loom::device::h200 {

// Cycles from one step to the next that needs its result.
inline constexpr double register_cycles = 4.06;  // of a multiply-add
inline constexpr double shared_cycles = 23.0;
inline constexpr double l1_cycles = 32.0;
inline constexpr double l2_cycles = 282.81;         // on one SM, a ring of 1 MiB …
inline constexpr double l2_nearest_cycles = 252.7;  // … and one line, asked by every SM
inline constexpr double l2_farthest_cycles = 328.3;
inline constexpr double dram_cycles = 659.07;  // a ring of 256 MiB

// Seconds from one kernel that does nothing to the next, in a stream and inside a CUDA graph.
inline constexpr double stream_launch = 3.523e-6;
inline constexpr double graph_launch = 5.012e-7;

// GB/s (10⁹ bytes) that all SMs read together.
inline constexpr double shared_gb_per_s = 33316.2;
inline constexpr double l2_gb_per_s = 8177.3;
inline constexpr double dram_gb_per_s = 4553.8;

// The same work compiled with __launch_bounds__(spill_threads, 1…8): each thread of a kernel keeps
// spill_values running sums through a loop.
struct SpillRun {
  int registers, local_bytes;  // per thread, as the compiler chose
  int blocks;                  // resident on an SM
  double ms;
};
inline constexpr int spill_threads = 256, spill_values = 96;
inline constexpr SpillRun spill_runs[] = {
    {104, 0, 2, 6.6804},    {108, 0, 2, 6.7441},    {80, 168, 3, 73.6828},  {64, 272, 4, 100.8741},
    {48, 336, 5, 129.8668}, {40, 368, 6, 162.4937}, {32, 408, 8, 170.9756}, {32, 408, 8, 170.9923},
};

}  // namespace loom::device::h200
