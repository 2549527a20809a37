// The picture of `tile-padding`: the tile as the program sees it, the same words in their banks,
// the turns, and what the padding costs.
#pragma once

#include "core/memory/shared_layout.hpp"
#include "web/scenes/machine/bank_work.hpp"

namespace loom::scenes {

inline constexpr int tile_side = 32;

struct TilePaddingPicture {
  const BankWork& work;
  const memory::SharedLayout& layout;
  const memory::LaneIndices& elements;  // of the tile, row by row, without padding
  bool column;                          // what is dragged, unless it is a row
  bool own;                             // the reader's index: nothing is dragged

  int padding_bytes() const { return tile_side * 4 * layout.padding; }
  using Drawing = struct TilePaddingDrawing;
  float picture(const Sheet& sheet) const;
};

// "tile[32][33]"
inline std::string array_name(int padding) { return fill("tile[32][{}]", tile_side + padding); }

}  // namespace loom::scenes
