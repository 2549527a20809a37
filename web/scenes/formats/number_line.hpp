// The picture of `number-line`: the numbers of one or two formats on an axis, x with its neighbors,
// and how many numbers each binade has.
#pragma once

#include "core/numerics/neighbors.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// One format's answer around x.
struct NumberLane {
  const numerics::Format* format = nullptr;
  numerics::Neighbors around;
  int binade = 0;  // numbers in the binade of x: [2^k, 2^(k + 1))

  bool beyond() const { return std::isinf(around.above); }  // x lies above the largest number
  double gap() const { return around.gap(); }
};

struct NumberLine {
  std::vector<NumberLane> lanes;  // one or two
  double x = 0;
  bool logarithmic = false;
  double from = 0, to = 1;    // of a linear axis
  numerics::Binades binades;  // of a logarithmic one
  using Drawing = struct NumberLineDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
