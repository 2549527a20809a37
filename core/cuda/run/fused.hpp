// x · y + z with one rounding, where there is no instruction for it.
#pragma once

#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {

// The product of two floats is exact in double. The sum is rounded to odd: if it is not exact and
// its last bit is 0, it moves to the neighbor on the exact one's side. Rounding that again gives
// the float that is nearest to the exact one (Boldo and Melquiond, "When double rounding is odd").
inline float fused(float x, float y, float z) {
  const double product = double{x} * double{y}, other = double{z}, sum = product + other;
  const double part = sum - product;  // what the sum lost (Knuth's TwoSum); NaN if it is not finite
  const double lost = (product - (sum - part)) + (other - part);
  const std::uint64_t bits = bits_of(sum), down = lost<0, up = lost> 0, sign = bits >> 63;
  const std::uint64_t outward = (up - down) * (1 - 2 * sign);  // −1, 0, 1
  return static_cast<float>(value_in<double>(bits + (~bits & 1) * outward));
}

}  // namespace loom::cuda
