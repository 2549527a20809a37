// The headers of the three charts: on the left a title, on the right the present values of its
// marks.
#pragma once

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {

// `tile` is the one added last, −1 before the first.
void draw_softmax_headers(const SoftmaxRun& run, scene::Painter& painter,
                          const SoftmaxLayout& layout, int tile);

}  // namespace loom::scenes
