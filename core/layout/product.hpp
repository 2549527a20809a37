// Products: a block, repeated.
//
// Law, R = logical_product(A, B), with C = complement(A, size(A)·cosize(B)):
//   R((i,j)) = A(i) + C(B(j)): mode 0 is A, mode 1 is compatible with B, and no copy of A meets
//   another where B repeats no offset
// Law of the others, Aₖ and Bₖ being the modes, R the product above; the shorter of A and B is
// filled up with modes 1:0:
//   blocked  mode k is (mode k of R's mode 0, mode k of R's mode 1): blocks side by side
//   raked    the other way around: blocks interleaved, like the teeth of rakes
// Refused: a negative stride; what complement() and compose() refuse.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

Result<Layout> logical_product(const Layout& a, const Layout& b);
Result<Layout> blocked_product(const Layout& a, const Layout& b);
Result<Layout> raked_product(const Layout& a, const Layout& b);

}  // namespace loom::layout
