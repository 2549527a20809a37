// The picture of `warp-specialization`: tensor cores, warpgroups and loads over time; below, what a
// tile takes in each of the schedules.
#pragma once

#include "core/async/schedule.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// In the order of async::Schedule.
inline constexpr Choice schedules[] = {
    {"both", "All do both"},
    {"producer", "One consumer"},
    {"cooperative", "Cooperative"},
    {"pingpong", "Ping-pong"},
};
inline constexpr size_t schedule_count = std::size(schedules);

struct WarpSpecialization {
  async::ScheduleRun run;
  std::array<async::Pace, schedule_count> paces;  // of every schedule, with the same tiles

  const async::ScheduleOptions& options() const { return run.options; }
  size_t chosen() const { return static_cast<size_t>(options().schedule); }
  double busy(size_t schedule) const { return options().math / paces[schedule].cycles; }
  using Drawing = struct WarpSpecializationDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
