// The picture of `occupancy`: an SM as four shelves, each block's share on each, and the block that
// no longer fits.
#pragma once

#include "core/sm/occupancy.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// The shelves, in the order of sm::Limiter.
inline constexpr std::string_view shelf_names[] = {"Warps", "Registers", "Shared memory",
                                                   "Block slots"};

struct OccupancyPicture {
  const device::Capability* capability = nullptr;
  sm::Kernel kernel;
  sm::Occupancy occupancy;

  // What one block takes of a shelf, and what is there.
  sm::Share share(sm::Limiter limiter) const {
    return sm::share_of_block(*capability, kernel, occupancy, limiter);
  }
  using Drawing = struct OccupancyDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
