// The picture of `authoring-ladder`: ways to write one kernel, who decides what in each, and how
// fast softmax is there; and the code of the chosen one.
#pragma once

#include "core/kernels/measured_ladder.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct LadderChart {
  int chosen = 0;        // of ladder_rungs
  bool layers = false;   // of CUTLASS, in place of the code
  double published = 0;  // GB/s of an H200

  double share(const kernels::h200::LadderRun& run) const { return run.gb_per_s() / published; }
  using Drawing = struct AuthoringLadderDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
