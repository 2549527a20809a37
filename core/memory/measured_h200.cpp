#include "core/memory/measured_h200.hpp"

#include <bit>

namespace loom::memory {

std::optional<int> measured_sectors(const LaneIndices& indices, int width) {
  const std::int64_t offset = indices[0], stride = indices[1] - offset;
  for (int lane = 2; lane < warp_lanes; ++lane)
    if (indices[static_cast<std::size_t>(lane)] != offset + lane * stride) return std::nullopt;
  if (stride < 0 || stride >= recorded_strides) return std::nullopt;
  if (offset == 0)
    return measured_by_stride[std::countr_zero(static_cast<unsigned>(width))]
                             [static_cast<std::size_t>(stride)];
  for (const MeasuredLoad& load : measured_at_offset)
    if (load.width == width && load.offset == offset && load.stride == stride) return load.sectors;
  return std::nullopt;
}

}  // namespace loom::memory
