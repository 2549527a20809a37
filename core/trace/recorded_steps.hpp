// Traces of one step of a small transformer on an H200 (core/recorded/h200/steps.json): it writes
// a token, or it learns from texts, run in several ways.
#pragma once

#include <span>
#include <string_view>

#include "core/trace/timeline.hpp"

namespace loom::trace {

inline constexpr double tick_us = 0.032;  // of the recorded traces

struct RecordedStep {
  std::string_view task;  // "decode" or "train"
  int batch;              // sequences, or texts
  std::string_view way;
  double step_us;  // the median of 21 steps without the profiler
  Ticks profiled;  // the step of the trace
  int begin, work, operations;
};

std::span<const RecordedStep> recorded_steps();

// Nothing if there is no such recording.
const RecordedStep* find_step(std::string_view task, int batch, std::string_view way);

Trace trace_of(const RecordedStep& step);
std::string_view kernel_name(int name);
std::string_view operation_name(int name);

}  // namespace loom::trace
