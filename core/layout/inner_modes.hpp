// The innermost modes of a layout, one by one, as something that changes their strides needs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/layout/swizzle.hpp"

namespace loom::layout {

struct InnerMode {
  std::string path;         // "0", "1.0"; empty where there is one mode
  std::int64_t stride = 0;  // offsets to its next element
  std::int64_t step = 1;    // indices to its next element
  std::string with_hole;    // the layout's text, with {} for this stride
};

// Those with more than one element, from left to right.
std::vector<InnerMode> inner_modes(const SwizzledLayout& layout);

}  // namespace loom::layout
