// Loops that one sub-partition of an H200 ran, in the terms of the simulator
// (core/recorded/h200/warps.json).
#pragma once

#include <array>

#include "core/sm/scheduler.hpp"

namespace loom::sm {

inline constexpr int measured_warps = 16;

struct MeasuredLoop {
  const char* source;  // "shared", "L2", "HBM"
  int in_flight;
  int between;  // instructions of an iteration by in_flight, rounded, without the load
  int latency;  // what is left of an iteration of one warp alone
  std::array<short, measured_warps> busy;  // per mille of the issue slots, with 1, 2, … warps

  double utilization(int warps) const { return busy[static_cast<size_t>(warps - 1)] / 1000.0; }
  bool same(const SchedulerOptions& o) const {
    return o.in_flight == in_flight && o.between == between && o.latency == latency;
  }
};

// measured_loops: those that the figure's presets show.
#include "core/recorded/loops.inc"  // IWYU pragma: export

}  // namespace loom::sm
