#include "core/memory/measured_wavefronts.hpp"

#include <cstdint>

namespace loom::memory {
namespace {

// Columns of a tile whose rows are `stride` elements apart, and of a tile of 128-byte rows whose
// element c of row r lies at c ^ r.
struct Column {
  std::uint8_t width, column, stride, wavefronts;  // stride 0: swizzled
};

// strides: lane l reads element l·s, for s = 0, 1, …; 0: not measured. 4, 8 and 16 bytes.
// columns: those in rows of 128 bytes, and of up to 16 more.
#include "core/recorded/wavefronts.inc"

bool is(const Column& column, const WarpAccess& load) {
  const int row = line_bytes / column.width;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int element = column.stride > 0 ? column.column + lane * column.stride
                                          : lane * row + (column.column ^ lane % row);
    if (load.offsets[static_cast<std::size_t>(lane)] != std::int64_t{element} * column.width)
      return false;
  }
  return load.width == column.width;
}

}  // namespace

std::optional<int> measured_wavefronts(const WarpAccess& load) {
  if (load.active != ~0u) return std::nullopt;
  for (const Column& column : columns)
    if (is(column, load)) return column.wavefronts;
  const int size = load.width == 4 ? 0 : load.width == 8 ? 1 : load.width == 16 ? 2 : -1;
  const std::int64_t stride = load.offsets[1] / load.width;
  if (size < 0 || stride < 0 || stride > 36 || strides[size][stride] == 0) return std::nullopt;
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (load.offsets[static_cast<std::size_t>(lane)] != lane * stride * load.width)
      return std::nullopt;
  return strides[size][stride];
}

}  // namespace loom::memory
