// The strip of memory in the picture of `coalescing`: which sectors are shown, and where their
// bytes are.
#pragma once

#include <array>
#include <cstdint>

#include "core/memory/sectors.hpp"
#include "core/warp.hpp"
#include "web/scene/painter.hpp"

namespace loom::scenes {

// One sector of memory as a cell.
struct StripCell {
  std::int64_t address = 0;  // bytes from the array's start
  int fetched = -1;          // which of the request's sectors it is, or −1
  float x = 0;
  bool gap = false;  // the memory between this cell and the one before is left out
};

// Addresses grow to the right. Up to eight lines of 128 bytes from the array's start are shown
// whole, rounded up to a power of two, so that bytes keep their places while an offset or a lane is
// dragged. If the request reaches further, only the sectors that it fetches are shown, with gaps
// between.
class MemoryStrip {
 public:
  // `width` bytes a lane; the strip from `left` to `right`, its top edge at `top`.
  MemoryStrip(const memory::Request& request, int width, float left, float right, float top);

  std::span<const StripCell> cells() const { return {cells_.data(), static_cast<size_t>(count_)}; }
  bool elided() const { return elided_; }

  // There is a small gap between neighbors, because each sector is one piece.
  Rect cell(const StripCell& cell) const {
    return {cell.x + apart_, top_, cell_width_ - 2 * apart_, height};
  }
  // An element has `width` bytes and the height of the cell.
  int columns() const { return columns_; }
  Rect element(const StripCell& cell, int index_in_sector) const;
  // The cell with this first byte; the caller names one that is shown.
  Rect element(std::int64_t byte) const;

  static constexpr float height = 40;

 private:
  std::array<StripCell, memory::warp_lanes> cells_{};
  int count_ = 0, width_, columns_;
  float top_, cell_width_, apart_ = 0;
  bool elided_;
};

}  // namespace loom::scenes
