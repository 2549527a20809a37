// The picture of `warp-scheduler`: the scheduler's slots and the warps over time, and below it how
// utilization grows with the number of warps.
#pragma once

#include "core/sm/measured_loops.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int warp_slots = 16;                 // of one sub-partition
using Utilizations = std::array<double, warp_slots>;  // with 1, 2, … warps

struct WarpPicture {
  const sm::WarpSchedule& schedule;
  const Utilizations& chosen;        // with the chosen policy
  const Utilizations& other;         // with the other one
  const sm::MeasuredLoop* measured;  // where an H200 ran exactly this loop
  int cycles_per_step, steps;
  using Drawing = struct WarpSchedulerDrawing;
  float picture(const Sheet& sheet) const;
};

// "round-robin", "greedy".
std::string_view short_name(sm::Policy policy);

}  // namespace loom::scenes
