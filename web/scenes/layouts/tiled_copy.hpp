// The picture of `tiled-copy`: who copies which element of the tile, and what one warp's copy
// costs.
#pragma once

#include "core/memory/copy_accesses.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct TiledCopyState {
  layout::TiledCopy copy;
  int thread = 0;         // the chosen one
  memory::CopyCost cost;  // of its warp

  int warp() const { return thread / memory::warp_lanes; }
  int vector_bytes() const { return copy.vector * copy.tile.element_bytes; }
  using Drawing = struct TiledCopyDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
