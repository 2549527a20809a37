// One add in close-up: the exact result between its two neighbors, and the term beside half a step.
#pragma once

#include "web/scenes/kernels/accumulator.hpp"

namespace loom::scenes {

inline constexpr float rounding_lens_height = 118, term_lens_height = 118;
inline constexpr float low_rounding_lens = 94, low_term_lens = 70;  // in a narrow picture

// `k` is the add, 0 before the first; `fraction` how far it has come.
void draw_rounding_lens(const AccumulatorRun& run, Painter& painter, const Rect& card, int k,
                        float fraction);
void draw_term_lens(const AccumulatorRun& run, Painter& painter, const Rect& card, int k);

}  // namespace loom::scenes
