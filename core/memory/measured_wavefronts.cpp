#include "core/memory/measured_wavefronts.hpp"

#include <cstdint>

namespace loom::memory {
namespace {

// Lane l reads element l·s, for s = 0, 1, …; 0: not measured. 4, 8 and 16 bytes.
constexpr std::uint8_t strides[3][37] = {
    {1, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1,  2, 1, 16, 1, 2,
     1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 32, 1, 2, 1,  4},
    {1, 2, 4, 2, 8, 2,  4, 2, 16, 2, 4, 2, 8, 2,  4, 2, 32, 2, 4,
     2, 8, 2, 4, 2, 16, 2, 4, 2,  8, 2, 4, 2, 32, 2, 4, 2,  0},
    {2, 4,  8, 4, 16, 4,  8, 4, 32, 4,  8, 4, 16, 4,  8, 4, 32, 4, 8,
     4, 16, 4, 8, 4,  32, 4, 8, 4,  16, 4, 8, 4,  32, 4, 8, 4,  0},
};

// Column 5 of a tile whose rows are `stride` elements apart, and columns of a tile of 128-byte rows
// whose element c of row r lies at c ^ r.
struct Column {
  std::uint8_t width, column, stride, wavefronts;  // stride 0: swizzled
};
constexpr Column columns[] = {{4, 5, 32, 32}, {4, 5, 33, 1},  {4, 5, 34, 2}, {4, 5, 35, 1},
                              {4, 5, 36, 4},  {8, 5, 16, 32}, {8, 5, 17, 2}, {8, 5, 18, 4},
                              {16, 5, 8, 32}, {16, 5, 9, 4},  {4, 1, 0, 1},  {4, 13, 0, 1},
                              {4, 31, 0, 1},  {16, 0, 0, 4},  {16, 1, 0, 4}};

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
