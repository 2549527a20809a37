#include "web/scenes/machine/coalescing_strip.hpp"

#include <algorithm>
#include <bit>

#include "web/scene/marks.hpp"

namespace loom::scenes {

using memory::line_bytes, memory::sector_bytes;

MemoryStrip::MemoryStrip(const memory::Request& request, int width, float left, float right,
                         float top)
    : width_(width), columns_(sector_bytes / width), top_(top) {
  constexpr unsigned most_lines = 8;
  const unsigned least_lines = width == 1 ? 1 : 2;  // single bytes need the room
  constexpr int sectors_per_line = line_bytes / sector_bytes;
  const std::span<const memory::Sector> sectors = request.sectors();
  const auto fetched = static_cast<int>(sectors.size());
  const auto reach = static_cast<unsigned>(sectors.back().address / line_bytes) + 1;
  const unsigned lines = std::max(least_lines, std::bit_ceil(reach));
  elided_ = lines > most_lines;
  count_ = elided_ ? fetched : static_cast<int>(lines) * sectors_per_line;

  int next = 0;          // the next sector
  std::int64_t end = 0;  // where the cell before ended
  float gaps = 0;
  for (int i = 0; i < count_; ++i) {
    StripCell& cell = cells_[static_cast<size_t>(i)];
    cell.address =
        elided_ ? sectors[static_cast<size_t>(i)].address : std::int64_t{i} * sector_bytes;
    if (next < fetched && sectors[static_cast<size_t>(next)].address == cell.address)
      cell.fetched = next++;
    cell.gap = cell.address != end;
    gaps += cell.gap ? 1.f : 0.f;
    end = cell.address + sector_bytes;
  }
  const float room = right - left, least = scene::px(least_lines * sectors_per_line);
  const float gap = room > 500 ? 8.f : 4.f;
  cell_width_ = std::min(room / least, (room - gaps * gap) / scene::px(count_));
  for (int i = 0; i < count_; ++i) {
    StripCell& cell = cells_[static_cast<size_t>(i)];
    if (cell.gap) left += gap;
    cell.x = left;
    left += cell_width_;
  }
  apart_ = elided_ ? 0 : cell_width_ > 20 ? 1.5f : 0.75f;
}

scene::Rect MemoryStrip::element(const StripCell& cell, int index_in_sector) const {
  const float w = (cell_width_ - 2 * apart_) / scene::px(columns_);
  return {cell.x + apart_ + w * scene::px(index_in_sector), top_, w, height};
}

scene::Rect MemoryStrip::element(std::int64_t byte) const {
  for (const StripCell& cell : cells())
    if (byte >= cell.address && byte < cell.address + sector_bytes)
      return element(cell, static_cast<int>(byte - cell.address) / width_);
  return {};
}

}  // namespace loom::scenes
