// Which elements of shared memory the lanes of a warp read in the usual patterns, and where an
// element lies when rows of 128 bytes are padded or swizzled.
#pragma once

#include "core/memory/access_pattern.hpp"

namespace loom::memory {

struct SharedLayout {
  int width = 4;    // bytes of an element: 4, 8 or 16
  int padding = 0;  // words after every row of 128 bytes; a whole number of elements
  bool swizzle =
      false;  // element c of row r lies at place c XOR r of its row (r modulo the row's length)

  int row_elements() const { return line_bytes / width; }
  int row_bytes() const { return line_bytes + 4 * padding; }
  std::int64_t offset(int element) const;  // in bytes; element ≥ 0, row by row
};

enum class SharedPattern {
  stride,     // lane l reads element l·stride
  column,     // the first element of row l
  broadcast,  // element 0, every lane
  random,     // anywhere in 4 KiB, independently
};
struct SharedPatternOptions {
  SharedPattern pattern = SharedPattern::stride;
  int width = 4;
  int stride = 1;
  std::uint64_t seed = 0;
};
LaneIndices shared_indices(const SharedPatternOptions& options);

// Refused: padding that puts a later row's elements at addresses that are no multiple of the width.
Result<WarpAccess> shared_access(const LaneIndices& elements, const SharedLayout& layout);

}  // namespace loom::memory
