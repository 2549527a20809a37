// What the threads of a tiled copy ask of memory.
#pragma once

#include <vector>

#include "core/layout/tiled_copy.hpp"
#include "core/memory/sectors.hpp"

namespace loom::memory {

// The warp's instructions, one vector a lane each, those without an active lane left out.
std::vector<WarpAccess> copy_accesses(const layout::TiledCopy& copy, int warp);

}  // namespace loom::memory
