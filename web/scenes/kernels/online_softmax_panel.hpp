// What a row keeps from tile to tile, as registers with the arithmetic that produced them.
#pragma once

#include "web/scenes/kernels/online_softmax.hpp"

namespace loom::scenes {

struct SoftmaxPanel {
  scene::Rect place;
  bool narrow = false;
  int tile = -1;               // folded in last; −1 before the first
  float shrink = 1, grow = 1;  // how far its two halves have come: rescale, then add
};

inline constexpr float narrow_panel_height = 106;

void draw_softmax_panel(const SoftmaxRun& run, scene::Painter& painter, const SoftmaxPanel& view);

}  // namespace loom::scenes
