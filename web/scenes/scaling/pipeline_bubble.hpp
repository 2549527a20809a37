// The picture of `pipeline-bubble`: the passes of every stage over time; below them the time that
// each schedule would take with the same stages and microbatches, and the formula of the waiting.
#pragma once

#include "core/scaling/pipeline_parallel.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int pipeline_schedules = 5, bubble_steps = 32;

struct BubblePicture {
  scaling::PipelineOptions options;
  scaling::Pipeline run;
  std::optional<double> formula;  // time
  // The same stages and microbatches with every schedule; nothing where it does not take them.
  struct Other {
    double time = 0, bubble = 0, held = 0;
  };
  std::array<std::optional<Other>, pipeline_schedules> all;

  int chosen() const { return static_cast<int>(options.schedule); }
  double work() const { return options.microbatches * (options.forward + options.backward); }
  double idle() const { return run.bubble * run.time; }  // of a stage, on average
  // The time at the end of a step of the timeline: all steps are equally long.
  double at(int step) const { return run.time * step / bubble_steps; }
  using Drawing = struct PipelineBubbleDrawing;
  float picture(const Sheet& sheet) const;
};

std::string_view schedule_name(int schedule), schedule_value(int schedule);
std::string pass_ms(double ms);  // "330", "352.5"

}  // namespace loom::scenes
