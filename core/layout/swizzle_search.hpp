// Which swizzle makes an access free of bank conflicts.
//
// The search is exhaustive over all Sw<B,M,S> on byte addresses with
//   1 ≤ B ≤ |S|,  2^M ≥ the bytes of a lane (a vector stays whole),  M + B + |S| ≤ n
// and no swizzle at all, where 2^n bytes hold the tile; bits beyond are 0 and change nothing. Of
// those the smallest is found: fewest bits B, then least |S|, S > 0 first, then least M. If it
// finds none there is none. Conflicts are counted by core/memory/wavefronts.
#pragma once

#include <span>

#include "core/layout/swizzle.hpp"
#include "core/memory/wavefronts.hpp"

namespace loom::layout {

// How a warp walks through a tile of shape (rows, columns): each lane takes a vector of
// neighboring columns, and 32 lanes follow each other
enum class Walk {
  along_row,     // along a row, then in the next
  along_column,  // down a column of vectors, then in the next; with 16 bytes: ldmatrix, eight rows
                 // a phase
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
