// Which swizzle makes an access free of bank conflicts.
//
// The search is exhaustive over no swizzle and all Sw<B,M,S> on byte addresses with
//   1 ≤ B ≤ |S|,  2^M ≥ the bytes of a lane (a vector stays whole),  M + B + |S| ≤ n
// where 2^n bytes hold all offsets: bits beyond are 0 and change nothing. Swizzles that leave the
// bits of the bank alone are passed over: with them each bank has as many words as before. So are
// those that move a byte out of the room that the tile has. The smallest one is found: fewest bits
// B, then least |S|, S > 0 first, then least M. If none is found there is none. Conflicts are
// counted by core/memory/wavefronts.
#pragma once

#include <span>

#include "core/layout/swizzle.hpp"
#include "core/memory/wavefronts.hpp"

namespace loom::memory {

// How a warp reads a tile of rows and columns. Each lane takes a vector of neighboring columns.
enum class Walk {
  along_row,
  along_column,  // of vectors; of 16 bytes: the phases of ldmatrix
};

// Distributes lines (rows, or columns of vectors) of `length` vectors over warps. No warp has a
// part of one line beside another line: a long line is cut into pieces of 32 and a rest; of short
// lines a warp takes as many whole ones as fit.
struct LineWalk {
  int lines = 0, length = 0;

  int lines_of_warp() const { return length < warp_lanes ? warp_lanes / length : 1; }
  int warps_of_line() const { return (length + warp_lanes - 1) / warp_lanes; }
  int warps() const { return (lines + lines_of_warp() - 1) / lines_of_warp() * warps_of_line(); }
  int warp(int line, int place) const {
    return line / lines_of_warp() * warps_of_line() + place / warp_lanes;
  }
  int lane(int line, int place) const {
    return line % lines_of_warp() * length + place % warp_lanes;
  }
};

struct TileAccess {
  Walk walk = Walk::along_column;
  int width = 16;  // bytes of a lane: a power of two up to 16
};

LineWalk line_walk(int rows, int vectors_of_row, Walk walk);

// The accesses of warps that go through the whole tile, at byte offsets without a swizzle; lanes
// without a vector take no part. `tile` counts elements and has two modes, rows and columns.
// Refused: another rank, vectors that are not whole, neighbors or aligned, more than most_accesses.
inline constexpr int most_accesses = 256, most_address_bits = 20;
Result<std::vector<WarpAccess>> tile_accesses(const layout::Layout& tile, int element_bytes,
                                              const TileAccess& access);

struct SwizzleSearch {
  bool found = false;
  layout::Swizzle swizzle;  // the smallest without conflicts; else the smallest with the fewest
  int before = 0;           // conflicts without a swizzle, over all accesses
  int after = 0;            // with `swizzle`
  int tried = 0;            // swizzles, including no swizzle
  int address_bits = 0;     // n
};

// `room`: bytes of memory, from offset 0; what is read lies in it, swizzled or not.
// Refused: no access, or more than most_accesses; an offset below 0 or ≥ 2^20 bytes; what
// wavefronts() refuses.
Result<SwizzleSearch> find_swizzle(std::span<const WarpAccess> accesses, Access kind = Access::load,
                                   std::int64_t room = std::int64_t{1} << most_address_bits);

// The accesses, with every lane's offset swizzled.
WarpAccess swizzled(const WarpAccess& access, const layout::Swizzle& swizzle);

}  // namespace loom::memory
