// The picture of `flash-schedule`: which unit of an SM works when; how busy each is; and how fast
// each version could be.
#pragma once

#include "core/kernels/flash_schedule.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct FlashUnitName {
  std::string_view name, brief;
};
inline constexpr FlashUnitName flash_units[] = {  // in the order of kernels::FlashUnit
    {"copies", "copies"},
    {"tensor cores", "tensor"},
    {"exponentials", "exp"},
    {"ordinary lanes", "lanes"}};

struct FlashScheduleState {
  kernels::FlashScheduleOptions options, long_text;  // what is shown, and what is compared
  std::string_view chip;                             // its name
  kernels::FlashSchedule start;  // the first blocks of keys, as the timeline shows them
  std::vector<double> ends;      // cycles in which so many of them are done
  std::array<kernels::FlashVersion, kernels::flash_versions> versions = {};

  const kernels::FlashVersion& chosen() const { return nth(versions, options.version - 1); }
  using Drawing = struct FlashScheduleDrawing;
  float picture(const Sheet& sheet) const;
};

std::string error_text(const kernels::FlashVersion& version);  // "16% above"

}  // namespace loom::scenes
