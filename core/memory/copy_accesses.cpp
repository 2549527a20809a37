#include "core/memory/copy_accesses.hpp"

#include "core/memory/wavefronts.hpp"

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

Result<CopyCost> copy_cost(const layout::TiledCopy& copy, int warp) {
  CopyCost cost;
  for (const WarpAccess& access : copy_accesses(copy, warp)) {
    const auto read = request(access);
    if (!read) return read.error();
    const auto written = wavefronts(access, Access::store);
    if (!written) return written.error();
    ++cost.instructions;
    cost.bytes += read->bytes_used();
    cost.sectors += static_cast<int>(read->sectors().size());
    cost.fewest_sectors += (read->bytes_used() + sector_bytes - 1) / sector_bytes;
    cost.turns += written->count();
    cost.fewest_turns += written->groups();
  }
  return cost;
}

}  // namespace loom::memory
