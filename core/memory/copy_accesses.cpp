#include "core/memory/copy_accesses.hpp"

namespace loom::memory {

std::vector<WarpAccess> copy_accesses(const layout::TiledCopy& copy, int warp) {
  std::vector<WarpAccess> out;
  for (int round = 0; round < copy.rounds(); ++round)
    for (int value = 0; value < copy.values.count(); value += copy.vector) {
      WarpAccess access{.width = copy.vector * copy.tile.element_bytes, .active = 0};
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const int element = copy.element(round, warp * warp_lanes + lane, value);
        if (element < 0) continue;
        access.offsets[static_cast<size_t>(lane)] = copy.byte(element);
        access.active |= 1u << lane;
      }
      if (access.active != 0) out.push_back(access);
    }
  return out;
}

}  // namespace loom::memory
