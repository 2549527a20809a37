// The picture of `where-time-goes`: how busy the GPU is during a recorded step; a window of its
// timeline, with the host above the GPU; the causes of the time; and every way of running the step.
#pragma once

#include "core/trace/recorded_steps.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// One way of running a step: a choice of the parameter of its task.
struct StepWay {
  Choice choice;
  std::string_view recorded;  // its name in the recording
};

// A task and its batch.
struct StepTask {
  Choice choice;
  std::string_view parameter;  // of its ways
  std::string_view recorded;
  int batch;
  std::span<const StepWay> ways;
};

inline constexpr int overview_parts = 180;

struct TimeView {
  struct Way {
    const trace::RecordedStep* step = nullptr;
    trace::Account account;
  };

  const StepTask* task = nullptr;
  std::vector<Way> ways;  // as the task has them
  int chosen = 0;
  trace::Trace trace;          // of the chosen way
  std::vector<double> shares;  // of the parts of the step: how busy the GPU is
  trace::Span window;

  const Way& way() const { return nth(ways, chosen); }
  const trace::Account& account() const { return way().account; }
  double share(trace::Cause cause) const {
    return static_cast<double>(account().at(cause)) / static_cast<double>(trace.length);
  }

  using Drawing = struct WhereTimeGoesDrawing;
  float picture(const Sheet& sheet) const;
};

constexpr double ticks_ms(trace::Ticks ticks) {
  return static_cast<double>(ticks) * trace::tick_us / 1000;
}

// "Matrix products", "GPU idle: host in an operator".
std::string_view cause_name(trace::Cause cause);

}  // namespace loom::scenes
