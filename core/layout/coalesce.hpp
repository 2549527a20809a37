// Fewer modes for the same function.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

// The layout with the fewest modes that is the same function inside the domain. Law, C =
// coalesce(L):
//   size(C) = size(L); C(x) = L(x) for 0 ≤ x < size(L); no two layouts of one size that are the
//   same function there have different C
// Modes of shape 1 are dropped, and neighbors (s₀,s₁):(d₀,s₀·d₀) become s₀·s₁:d₀. Nothing left:
// 1:0.
Layout coalesce(const Layout& layout);

// By mode: where the profile is a number, that mode is coalesced on its own; where it is a tuple,
// each of its modes; modes beyond the profile stay. Law: the function stays the same, and the rank
// where the profile is a tuple. Refused: a profile with more modes than the layout has there.
Result<Layout> coalesce(const Layout& layout, const IntTuple& profile);

// Coalesced such that the function stays the same for all x ≥ 0, also past the size: the last mode
// stays, even with shape 1, if the modes before it do not continue in the same way. Composition
// uses this form.
std::vector<Leaf> coalesced_with_tail(const Layout& layout);

// Without the modes of stride 0, coalesced. Law, F = filter(L): the same set of offsets; and
// where no two modes of L overlap, each offset once.
Layout filter(const Layout& layout);

}  // namespace loom::layout
