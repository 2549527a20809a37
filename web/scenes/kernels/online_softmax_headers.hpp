// The headers of the three charts: a title on the left, on the right what its marks stand at now.
#pragma once

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {

// `tile` is the one folded in last, −1 before the first.
void draw_softmax_headers(const SoftmaxRun& run, scene::Painter& painter,
                          const SoftmaxLayout& layout, int tile);

}  // namespace loom::scenes
