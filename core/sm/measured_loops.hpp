// Loops that one sub-partition of an H200 ran, in the terms of the simulator:
// core/recorded/h200/warps.json, which loom_data_tests compares with this table.
#pragma once

#include <array>

#include "core/sm/scheduler.hpp"

namespace loom::sm {

inline constexpr int measured_warps = 16;

struct MeasuredLoop {
  const char* source;  // "shared", "L2", "HBM"
  int in_flight;
  int between;  // instructions of an iteration by in_flight, rounded, but for the load
  int latency;  // what is left of an iteration of one warp alone
  std::array<short, measured_warps> busy;  // per mille of the issue slots, with 1, 2, … warps

  double utilization(int warps) const { return busy[static_cast<size_t>(warps - 1)] / 1000.0; }
  bool same(const SchedulerOptions& o) const {
    return o.in_flight == in_flight && o.between == between && o.latency == latency;
  }
};

inline constexpr MeasuredLoop measured_loops[] = {
    {"shared",
     1,
     10,
     54,
     {169, 334, 491, 641, 762, 841, 902, 941, 957, 963, 966, 967, 967, 968, 967, 969}},
    {"L2",
     1,
     12,
     326,
     {38, 75, 112, 150, 187, 224, 260, 294, 333, 369, 406, 440, 476, 506, 541, 567}},
    {"L2",
     4,
     9,
     402,
     {91, 181, 270, 358, 445, 529, 587, 634, 717, 776, 831, 870, 865, 864, 874, 891}},
    {"HBM",
     1,
     12,
     713,
     {18, 34, 53, 69, 87, 102, 122, 136, 156, 172, 191, 205, 227, 239, 258, 270}},
};

}  // namespace loom::sm
