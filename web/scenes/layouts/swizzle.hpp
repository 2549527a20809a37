// The picture of `swizzle`: the bits of an address with the XOR, the tile by banks and the turns of
// one warp, without the swizzle and with it.
#pragma once

#include "core/memory/swizzle_search.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// How warps read the tile, and what the warp does that reads the chosen element.
struct TileRead {
  std::string_view id, name;
  memory::TileAccess access;
  std::string refused;  // why the tile, or the swizzle, cannot be read this way; else empty
  int warps = 0, before = 0, after = 0, fewest = 0;  // turns, of all warps
  int warp = 0;                                      // the one that reads the chosen element
  memory::Wavefronts without, with;                  // its turns
};

struct SwizzleState {
  static constexpr int byte_bits = 7;  // of an address, from the byte to the last bank

  layout::Swizzle swizzle, on_bytes;  // in elements; in bytes
  int element = 2, rows = 32, columns = 64, row = 0, column = 0;
  std::array<TileRead, 3> reads;
  int chosen = 2;                                     // of the reads
  memory::SwizzleSearch search;                       // for the chosen read; in bytes
  std::array<int, memory::warp_lanes> elements = {};  // see element_of()

  const TileRead& read() const { return nth(reads, chosen); }
  std::int64_t byte(int at_row, int at_column) const {
    return std::int64_t{at_row * columns + at_column} * element;
  }
  std::int64_t moved(int at_row, int at_column) const { return on_bytes(byte(at_row, at_column)); }
  static int bank(std::int64_t byte) { return static_cast<int>(byte / 4 % memory::bank_count); }
  bool down() const { return read().access.walk == memory::Walk::along_column; }
  int vector() const { return read().access.width / element; }  // elements of a lane
  memory::LineWalk walk() const {
    return memory::line_walk(rows, columns / vector(), read().access.walk);
  }
  bool leaves_tile() const;  // the swizzle moves a byte beyond the tile's last
  // The first element of the chosen warp's lane, as row · columns + column; −1: it reads nothing.
  int element_of(int lane) const { return nth(elements, lane); }
  int lane_of(int at_row, int at_column) const;  // −1: another warp's
  int address_bits() const;                      // as many as the picture shows
  layout::Swizzle found() const;                 // the search's, in elements
  std::string search_text() const;               // what it found, in a few words
  using Drawing = struct SwizzleDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
