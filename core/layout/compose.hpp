// Composition: B chooses which elements of A, in which order.
//
// Law, R = compose(A, B):
//   R(x) = A(B(x)) for 0 ≤ x < size(B), where A goes on along its last mode past its size;
//   R has the nesting of B, and where B has a mode s:d, R has a layout of size s
// So a coordinate of B is one of R. Not every A and B have such an R, and the usual rules let some
// through that have none (the carries below). Here:
//   - each mode s:d of B takes A's modes apart: of A's shape r and the stride left, one has to
//     divide the other; of the shape left, what fits into r has to be a factor;
//   - modes of B add up inside A's modes without a carry: the last offsets (s − 1)·d of B's modes,
//     written in the mixed base of A's shapes, have digit sums below the bases.
// Together the two are enough: by the first, A(B) of one mode is the layout that is made, and its
// last offset has the largest digits of all; by the second, digits of modes add up one by one, and
// so do A's offsets. Where they fail although an R exists (they are stricter than need
// be), and B is no larger than `most_searched`, the modes are read off the function itself and
// compared with it at every index. So up to that size an error means that there is no layout, and
// it names the condition, B's mode and both numbers.
//
// After: CuTe documentation, "CuTe Layout Algebra"; J. Shah, "A Note on the Algebra of CuTe
// Layouts", for the conditions of one mode.
#pragma once

#include "core/layout/swizzle.hpp"
#include "core/layout/tiler.hpp"

namespace loom::layout {

inline constexpr std::int64_t most_searched = 1 << 16;

// Refused: no such layout, as above; B has a negative stride, unless A is one mode, which goes on
// to both sides.
Result<Layout> compose(const Layout& a, const Layout& b);

// By mode: mode k of the result is compose(mode k of A, tiler k). Refused: another number of modes
// than A has (CuTe drops the modes of A that are left over in C++ and keeps them in Python).
Result<Layout> compose(const Layout& a, const Tiler& tiler);

// (Sw o offset o L) o B = Sw o offset o (L o B).
Result<SwizzledLayout> compose(const SwizzledLayout& a, const Tiler& tiler);

}  // namespace loom::layout
