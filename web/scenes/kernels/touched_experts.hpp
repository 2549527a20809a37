// The picture of `touched-experts`: the experts that a random batch reads, and how many it reads on
// average for every size.
#pragma once

#include "core/kernels/touched_experts.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_experts = 256, most_batch = 512;

struct TouchedChart {
  kernels::ExpertChoice choice;
  std::vector<int> tokens;       // of each expert, in one random step
  int touched = 0;               // experts with tokens
  std::vector<double> expected;  // for a batch of 1, 2, … most_batch

  double now() const { return nth(expected, choice.batch - 1); }
  double share() const { return now() / choice.experts; }
  using Drawing = struct TouchedExpertsDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
