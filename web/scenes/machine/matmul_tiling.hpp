// The picture of `matmul-tiling`: A, B and C with one pair of tiles on its way along K, and what it
// costs beside the naive loop.
#pragma once

#include "core/gemm/traffic.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct TilingPicture {
  int n, tile;
  const gemm::Traffic& naive;
  const gemm::Traffic& tiled;
  int steps;  // of the timeline

  // How many pairs of tiles are loaded at a position of the timeline.
  long long pairs(int step) const { return (tiled.steps * step + steps - 1) / steps; }
  using Drawing = struct MatmulTilingDrawing;
  float picture(const Sheet& sheet) const;
};

inline std::string tile_name(int tile) { return fill("{}×{}", tile, tile); }

}  // namespace loom::scenes
