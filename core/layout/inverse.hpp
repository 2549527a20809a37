// From an offset back to the index.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

// Law, R = right_inverse(L): L(R(x)) = x for 0 ≤ x < size(R). R is as long as L's modes, sorted by
// stride, go on from 1 without a gap; 1:0 when they do not begin. Never refused.
Layout right_inverse(const Layout& layout);

// Law, R = left_inverse(L): R(L(x)) = x for 0 ≤ x < size(L). At offsets that L does not take, R is
// whatever its form gives.
// Refused: a negative stride, a stride of 0 (many indices have one offset), and, sorted by stride,
// a stride that is no multiple of the one before, or lies inside that mode.
Result<Layout> left_inverse(const Layout& layout);

}  // namespace loom::layout
