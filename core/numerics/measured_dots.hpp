// The first sum of each kind that an H200's tensor cores made: row 0 and column 0 of `dots` in
// core/recorded/h200/accumulation.json.
#pragma once

#include <bit>
#include <string_view>

#include "core/numerics/dot_data.hpp"

namespace loom::numerics {

inline constexpr int measured_lengths = 10;  // 32, 64, … 16,384 elements

struct MeasuredDot {
  const char* operand;
  DotData data;
  int interval;
  float sums[measured_lengths];  // 0 where no more than one interval is there
};

// measured_dots, by operand, data and interval.
#include "core/recorded/dots.inc"  // IWYU pragma: export

// nullptr: not recorded.
inline const MeasuredDot* measured_dot(std::string_view operand, DotData data, int interval) {
  for (const MeasuredDot& dot : measured_dots)
    if (operand == dot.operand && data == dot.data && interval == dot.interval) return &dot;
  return nullptr;
}

// The sum of the first `elements`, a power of two from 32 on; nullptr: not recorded. An interval
// that is not over yet promotes nothing.
inline const float* measured_sum(std::string_view operand, DotData data, int interval,
                                 int elements) {
  const MeasuredDot* dot = measured_dot(operand, data, elements > interval ? interval : 0);
  return dot ? &dot->sums[std::bit_width(static_cast<unsigned>(elements)) - 6] : nullptr;
}

}  // namespace loom::numerics
