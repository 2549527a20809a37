// The offsets that a layout leaves out.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

// Law, C = complement(L, M), with F = filter(L) and n = size(F)·size(C):
//   F(i) + C(j) takes each of 0 … n − 1 once; C is increasing; n is the least such number ≥ M
// M is how far C's domain must reach: by default cosize(L), as in C++.
// Refused: a negative stride; modes that overlap, or between which no whole number fits: sorted by
// stride, each stride has to be a multiple of shape·stride before it (its error has both numbers).
Result<Layout> complement(const Layout& layout, std::int64_t cotarget);
Result<Layout> complement(const Layout& layout);

}  // namespace loom::layout
