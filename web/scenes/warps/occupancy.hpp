// The picture of `occupancy`: an SM as four shelves, each block's share on each, and the block that
// no longer fits.
#pragma once

#include "core/sm/occupancy.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct OccupancyPicture {
  const device::Capability* capability = nullptr;
  sm::Kernel kernel;
  sm::Occupancy occupancy;

  float picture(const scene::Sheet& sheet) const;
};

// What a shelf holds, one block's share of it, and both in words.
struct Shelf {
  sm::Limiter limiter;
  std::string_view name;
  int needed, available;  // in warps, registers, bytes, blocks
};
Shelf shelf(const OccupancyPicture& picture, sm::Limiter limiter);

}  // namespace loom::scenes
