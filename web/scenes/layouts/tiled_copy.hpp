// The picture of `tiled-copy`: who copies which element of the tile, and what one warp's copy
// costs.
#pragma once

#include "core/layout/tiled_copy.hpp"
#include "core/memory/sectors.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// What the instructions of one warp cost, summed up.
struct WarpCost {
  int instructions = 0;
  int bytes = 0;                        // that they copy
  int sectors = 0, fewest_sectors = 0;  // of memory, for the reads
  int turns = 0, fewest_turns = 0;      // of the banks, for writes in the same order
  int fetched() const { return sectors * memory::sector_bytes; }
};

struct TiledCopyState {
  layout::TiledCopy copy;
  int thread = 0;  // the chosen one
  WarpCost cost;   // of its warp

  int warp() const { return thread / memory::warp_lanes; }
  int vector_bytes() const { return copy.vector * copy.tile.element_bytes; }
  std::vector<int> elements_of(int its_thread) const;  // in the order of rounds, then values
  using Drawing = struct TiledCopyDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
