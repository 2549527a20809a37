// Which element of an array each lane of a warp reads: the usual patterns, as element indices.
#pragma once

#include <array>
#include <cstdint>

#include "core/memory/sectors.hpp"
#include "core/result.hpp"

namespace loom::memory {

using LaneIndices = std::array<int, warp_lanes>;

inline constexpr int pattern_elements =
    1024;  // of the array: every pattern stays inside, for every option in range

enum class Pattern {
  sequential,  // offset + l
  strided,     // offset + l·stride
  shuffled,    // the 32 elements from offset on, in an order that the seed decides
  random,      // anywhere in the array, independently; the offset turns the array
  broadcast,   // offset, every lane
  field,  // the same field of 32 structs of `struct_elements` elements: offset + l·struct_elements
};

struct PatternOptions {
  Pattern pattern = Pattern::sequential;
  int stride = 1;           // elements, 1…32
  int offset = 0;           // elements, 0…31
  int struct_elements = 4;  // 1…32
  std::uint64_t seed = 0;
};

// Refuses an option outside its range; the message names it.
Result<LaneIndices> element_indices(const PatternOptions& options);

// Lane l reads `width` bytes at element index × width.
WarpAccess element_access(const LaneIndices& indices, int width);

}  // namespace loom::memory
