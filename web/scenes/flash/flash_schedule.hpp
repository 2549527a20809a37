// The picture of `flash-schedule`: which unit of an SM works when; how busy each is; and how fast
// each version could be.
#pragma once

#include "core/kernels/flash_schedule.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int flash_versions = 4, flash_units = 4;

struct FlashScheduleState {
  struct Version {
    kernels::FlashSchedule run;  // of a long text; its events are left out
    double published = 0;        // TFLOP/s; 0: none
    double above() const { return run.tflops / published - 1; }
    std::string error() const;  // "16% above"
  };

  kernels::FlashScheduleOptions options;
  std::string_view chip;           // its name
  kernels::FlashSchedule start;    // the first blocks of keys, as the timeline shows them
  std::vector<double> ends = {0};  // cycles in which so many of them are done
  std::array<Version, flash_versions> versions = {};

  const Version& chosen() const { return nth(versions, options.version - 1); }
  double share(const Version& version) const { return version.run.tflops / options.chip.peak; }
  using Drawing = struct FlashScheduleDrawing;
  float picture(const Sheet& sheet) const;
};

std::string_view unit_name(int unit);  // "tensor cores"

}  // namespace loom::scenes
