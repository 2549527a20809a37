// The picture of `timing-ways`: what five ways of timing a kernel measured, beside its own
// duration; or the first launches of a program; or launches after a pause.
#pragma once

#include "core/trace/timing.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

enum class TimingView { ways, first, pause };

struct TimingChart {
  TimingView view = TimingView::ways;
  const trace::TimedKernel* kernel = nullptr;  // none: the reader's own duration
  trace::Launches launches;

  double least(int way) const {
    return trace::least_us(static_cast<trace::TimingWay>(way), launches);
  }
  double measured(int way) const { return kernel->median_us(static_cast<trace::TimingWay>(way)); }
  // What is known: measured, or at least so much.
  double known(int way) const { return kernel ? measured(way) : least(way); }

  using Drawing = struct TimingWaysDrawing;
  float picture(const Sheet& sheet) const;
};

struct TimingWayText {
  std::string_view name, brief, measures, briefly;
};
const TimingWayText& timing_way_text(int way);

}  // namespace loom::scenes
