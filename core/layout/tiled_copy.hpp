// Tiled copies: which thread copies which elements of a tile, as CuTe's make_tiled_copy says it.
//
// `threads` places threads on a grid of rows and columns, (i, j) ↦ thread; `values` places the
// elements of one thread the same way. With p × q the values' shape, the element (r, c) of a round
//   belongs to thread threads(⌊r/p⌋, ⌊c/q⌋) and is its value values(r mod p, c mod q)
// which is raked_product(threads, values), from whose right inverse CuTe goes from thread and value
// to the element. Rounds lie side by side until they cover the tile; what reaches beyond is not
// copied. CuTe wants every number from 0 on once in both. Where a number stands at several places,
// the first (rows first) is meant, and nobody copies the elements of the others.
//
// CuTe documentation, "CuTe Tensor Tutorial" and include/cute/atom/copy_atom.hpp in
// https://github.com/NVIDIA/cutlass.
#pragma once

#include <vector>

#include "core/layout/layout.hpp"
#include "core/warp.hpp"

namespace loom::layout {

inline constexpr int most_threads = 1024, most_values = 256, most_tile = 8192;

struct CopyTile {
  int rows = 1, columns = 1;
  int element_bytes = 2;  // a power of two up to 16
  bool row_major = true;
};

// A place on the grid of threads or values, found by its number; −1 if no place has that number.
struct Placed {
  int rows = 1, columns = 1;
  std::vector<int> place;  // row + rows · column
  int count() const { return static_cast<int>(place.size()); }
  bool once = true;  // every number from 0 on, and none twice
};

struct Owner {
  int thread = -1, value = -1;  // −1: nobody copies the element
};

struct TiledCopy {
  CopyTile tile;
  Placed threads, values;
  std::vector<Owner> owners;  // row by row
  int vector = 1;             // elements that a thread may move at once
  int uncovered = 0;          // elements that nobody copies
  int beyond = 0;             // values of rounds that would lie outside of the tile

  int rounds_down() const;
  int rounds_across() const;
  int rounds() const { return rounds_down() * rounds_across(); }
  int warps() const { return (threads.count() + warp_lanes - 1) / warp_lanes; }
  const Owner& at(int row, int column) const;
  // Where the thread's value is, as row · columns + column; −1: nowhere in the tile.
  int element(int round, int thread, int value) const;
  // All that the thread copies, in the order of rounds, then values.
  std::vector<int> elements(int thread) const;
  std::int64_t byte(int element) const;  // in memory
};

// Refused: layouts without two modes, numbers below 0 or beyond the limits above; an empty tile.
Result<TiledCopy> tiled_copy(const Layout& threads, const Layout& values, const CopyTile& tile);

}  // namespace loom::layout
