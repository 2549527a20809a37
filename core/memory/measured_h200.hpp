// What an H200's counters said of the loads that the figures can show: lane l reads element offset
// + l·stride (core/recorded/h200/sectors.json).
#pragma once

#include <cstdint>
#include <optional>

#include "core/memory/access_pattern.hpp"

namespace loom::memory {

inline constexpr int recorded_strides = 33;  // 0, 1, … 32 elements

struct MeasuredLoad {
  std::uint8_t width, offset, stride, sectors;  // bytes; elements; elements
};

// recorded_accesses: loads and stores of every width, in that file.
// measured_by_stride: sectors of loads at offset 0, by stride; widths 1, 2, 4, 8 and 16.
// measured_at_offset: the other loads.
#include "core/recorded/sectors.inc"  // IWYU pragma: export

// Sectors that an H200 fetched for exactly this load; nothing if no such load was recorded.
std::optional<int> measured_sectors(const LaneIndices& indices, int width);

}  // namespace loom::memory
