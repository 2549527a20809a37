// The numbers beside a number of a format.
#pragma once

#include <cstdint>
#include <optional>

#include "core/numerics/format.hpp"

namespace loom::numerics {

// The code of the next larger, next smaller number; infinities count, the two zeros are one number
// (the answer is the positive one). Nothing beside NaN, and at the ends.
std::optional<std::uint32_t> next_above(const Format& format, std::uint32_t code);
std::optional<std::uint32_t> next_below(const Format& format, std::uint32_t code);

}  // namespace loom::numerics
