// The picture of `promotion-interval`: the error over the length of a dot product, and the bits of
// the tensor core's register in one instruction.
#pragma once

#include "core/numerics/measured_dots.hpp"
#include "core/numerics/tensor_core.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int promotion_step = 32;  // elements for a step of the timeline
inline constexpr int promotion_intervals[] = {0, 32, 64, 128, 256, 512, 1024};  // 0: never

struct PromotionDot {
  numerics::TensorCore unit = numerics::hopper_e4m3;
  numerics::DotData data = numerics::DotData::positive;
  int length = 0;
  size_t chosen = 0;  // of promotion_intervals
  std::vector<float> a, b;
  std::vector<double> exact;                            // after each step of the timeline
  std::vector<std::vector<numerics::PartialSum>> sums;  // by interval, after each instruction

  int steps() const { return length / promotion_step; }
  // After `step` steps, at least one, with the n-th interval.
  double sum(size_t n, int step) const;
  double error(size_t n, int step) const;  // relative; below zero: too small
  // What an H200 computed for this many elements, a power of two; nullptr: not recorded.
  const float* measured(size_t n, int elements) const;
  using Drawing = struct PromotionIntervalDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
