#include "core/memory/shared_layout.hpp"

#include <string>

#include "core/random.hpp"

namespace loom::memory {

std::int64_t SharedLayout::offset(int element) const {
  const int row = element / row_elements(), column = element % row_elements();
  const int place = swizzle ? column ^ row % row_elements() : column;
  return std::int64_t{row} * row_bytes() + place * width;
}

LaneIndices shared_indices(const SharedPatternOptions& options) {
  const int row = line_bytes / options.width;
  int step = 0;
  if (options.pattern == SharedPattern::stride) step = options.stride;
  if (options.pattern == SharedPattern::column) step = row;
  LaneIndices elements{};
  Random random(options.seed);
  for (int lane = 0; lane < warp_lanes; ++lane)
    elements[static_cast<std::size_t>(lane)] =
        options.pattern == SharedPattern::random
            ? static_cast<int>(random.below(static_cast<std::uint32_t>(32 * row)))
            : lane * step;
  return elements;
}

Result<WarpAccess> shared_access(const LaneIndices& elements, const SharedLayout& layout) {
  if (4 * layout.padding % layout.width != 0)
    return Error{"'padding': got " + std::to_string(layout.padding) + ", expected a multiple of " +
                 std::to_string(layout.width / 4) + " words for elements of " +
                 std::to_string(layout.width) +
                 " bytes; the hardware refuses a misaligned address"};
  WarpAccess access{.width = layout.width};
  for (std::size_t lane = 0; lane < elements.size(); ++lane)
    access.offsets[lane] = layout.offset(elements[lane]);
  return access;
}

}  // namespace loom::memory
