// The picture of `promotion-interval`: the error over the length of a dot product, and the bits of
// the tensor core's register in one instruction.
#pragma once

#include "core/numerics/promotion.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int promotion_step = 32;  // elements for a step of the timeline
inline constexpr int promotion_intervals[] = {0, 32, 64, 128, 256, 512, 1024};  // 0: never

struct PromotionDot : numerics::PromotedDots {
  size_t chosen = 0;  // of the intervals

  using Drawing = struct PromotionIntervalDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
