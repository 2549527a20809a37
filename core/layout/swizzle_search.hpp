// Which swizzle makes an access free of bank conflicts.
//
// The search is exhaustive over no swizzle and all Sw<B,M,S> on byte addresses with
//   1 ≤ B ≤ |S|,  2^M ≥ the bytes of a lane (a vector stays whole),  M + B + |S| ≤ n
// where 2^n bytes hold all offsets: bits beyond are 0 and change nothing. Swizzles that leave the
// bits of the bank alone are passed over: with them each bank has as many words as before. The
// smallest one is found: fewest bits B, then least |S|, S > 0 first, then least M. If none is
// found there is none. Conflicts are counted by core/memory/wavefronts.
#pragma once

#include <span>

#include "core/layout/swizzle.hpp"
#include "core/memory/wavefronts.hpp"

namespace loom::layout {

// How a warp goes through a tile of rows and columns. Each lane takes a vector of neighboring
// columns; 32 lanes follow each other.
enum class Walk {
  along_row,     // then along the next row
  along_column,  // down a column of vectors, then the next; of 16 bytes: the phases of ldmatrix
};

struct TileAccess {
  Walk walk = Walk::along_column;
  int width = 16;  // bytes of a lane: a power of two up to 16
};

// The accesses of a warp that goes through the whole tile, at byte offsets without a swizzle; lanes
// beyond the last vector take no part. `tile` counts elements and has two modes, rows and columns.
// Refused: another rank, vectors that are not whole, neighbors or aligned, more than most_accesses.
inline constexpr int most_accesses = 256;
Result<std::vector<memory::WarpAccess>> tile_accesses(const Layout& tile, int element_bytes,
                                                      const TileAccess& access);

struct SwizzleSearch {
  bool found = false;
  Swizzle swizzle;       // the smallest without conflicts; else the smallest with the fewest
  int before = 0;        // conflicts without a swizzle, over all accesses
  int after = 0;         // with `swizzle`
  int tried = 0;         // swizzles, the one that is none included
  int address_bits = 0;  // n
};

// Refused: no access, or more than most_accesses; an offset below 0 or ≥ 2^20 bytes; what
// memory::wavefronts() refuses.
Result<SwizzleSearch> find_swizzle(std::span<const memory::WarpAccess> accesses,
                                   memory::Access kind = memory::Access::load);

// The accesses with every lane's offset swizzled.
memory::WarpAccess swizzled(const memory::WarpAccess& access, const Swizzle& swizzle);

}  // namespace loom::layout
