// The picture of `accumulate-rounding`: a weight over its updates, rounded to nearest and
// stochastically, and where the first update falls between two numbers of the format.
#pragma once

#include "core/numerics/weight_updates.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_update_steps = 32;

struct WeightUpdates {
  const numerics::Format* format = nullptr;
  double start = 1, update = 0;  // the start as the format has it
  int exponent = 0;              // update = 2^exponent
  int count = 0, steps = 0;
  // After each step of the timeline.
  std::vector<double> nearest = {}, mean = {};
  std::vector<std::vector<double>> runs = {};
  numerics::Rounder::Between first = {};  // where start + update lies
  bool stuck = false;                     // whether the last update to nearest changed nothing

  int updates(int step) const { return static_cast<int>(1LL * count * step / steps); }
  double exact(int step) const { return start + updates(step) * update; }
  using Drawing = struct AccumulateRoundingDrawing;
  float picture(const Sheet& sheet) const;
};

std::string chance_text(double share);  // "12.5%", "0.05%"

}  // namespace loom::scenes
