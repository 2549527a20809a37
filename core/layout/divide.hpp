// Division: which tile, and where in the tile.
//
// Law, R = logical_divide(A, B), with C = complement(B, size(A)):
//   R((i,j)) = A(B(i) + C(j)): mode 0 is the tile, compatible with B, mode 1 goes from tile to tile
// Where size(B)'s blocks divide size(A), R has A's offsets, each as often as A. Otherwise the last
// tile reaches beyond: size(R) > size(A), and A goes on along its last mode, as CuTe has it; a
// kernel guards such a tile with a predicate.
// Refused: what complement() and compose() refuse.
//
// With one tiler for each mode, mode k is logical_divide(mode k of A, tiler k), and modes of A
// beyond the tilers stay as they are. Refused: more tilers than modes. With tiles Tₖ and rests Uₖ:
//   logical  ((T₀,U₀), (T₁,U₁), A₂…)
//   zipped   ((T₀,T₁), (U₀,U₁, A₂…))
//   tiled    ((T₀,T₁), U₀, U₁, A₂…)
//   flat     (T₀, T₁, U₀, U₁, A₂…)
// With one layout, zipped is logical, (T,U); tiled and flat open U, and T, where they are tuples.
#pragma once

#include "core/layout/tiler.hpp"

namespace loom::layout {

Result<Layout> logical_divide(const Layout& a, const Tiler& tiler);
Result<Layout> zipped_divide(const Layout& a, const Tiler& tiler);
Result<Layout> tiled_divide(const Layout& a, const Tiler& tiler);
Result<Layout> flat_divide(const Layout& a, const Tiler& tiler);

}  // namespace loom::layout
