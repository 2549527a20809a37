// What the threads of a tiled copy ask of memory, and what a warp's copy costs.
#pragma once

#include <vector>

#include "core/layout/tiled_copy.hpp"
#include "core/memory/sectors.hpp"

namespace loom::memory {

// The warp's instructions, one vector a lane each, those without an active lane left out.
std::vector<WarpAccess> copy_accesses(const layout::TiledCopy& copy, int warp);

// What these instructions cost, summed up: sectors of memory for the reads, and turns of the banks
// for writes of the same elements in the same order.
struct CopyCost {
  int instructions = 0;
  int bytes = 0;  // that they copy
  int sectors = 0, fewest_sectors = 0;
  int turns = 0, fewest_turns = 0;
  int fetched() const { return sectors * sector_bytes; }  // bytes
};

// Refused as by request() and wavefronts().
Result<CopyCost> copy_cost(const layout::TiledCopy& copy, int warp);

}  // namespace loom::memory
