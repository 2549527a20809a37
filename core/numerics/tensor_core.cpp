#include "core/numerics/tensor_core.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loom::numerics {
namespace {

constexpr int least_float_exponent = -126;

// Cut toward zero to a multiple of 2^exponent. Exact in double: all numbers here have few bits.
double cut(double value, int exponent) {
  return std::ldexp(std::trunc(std::ldexp(value, -exponent)), exponent);
}

int exponent_of(float value, int least) { return std::max(std::ilogb(value), least); }

}  // namespace

float multiply_add(const TensorCore& unit, float start, std::span<const float> a,
                   std::span<const float> b) {
  const int least = 1 - find_format(unit.operand)->bias;
  int greatest = std::numeric_limits<int>::min();
  if (start != 0) greatest = exponent_of(start, least_float_exponent);
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != 0 && b[i] != 0)
      greatest = std::max(greatest, exponent_of(a[i], least) + exponent_of(b[i], least));
  if (greatest == std::numeric_limits<int>::min()) return 0;

  const int last = greatest - unit.alignment_bits;
  double sum = cut(static_cast<double>(start), last);
  for (size_t i = 0; i < a.size(); ++i)
    sum += cut(static_cast<double>(a[i]) * static_cast<double>(b[i]), last);
  if (sum == 0) return 0;
  return static_cast<float>(
      cut(sum, std::max(std::ilogb(sum), least_float_exponent) - unit.result_bits));
}

float dot(const TensorCore& unit, std::span<const float> a, std::span<const float> b,
          int interval) {
  float promoted = 0, sum = 0;
  const auto step = static_cast<size_t>(unit.products);
  for (size_t k = 0; k < a.size(); k += step) {
    if (interval > 0 && k > 0 && k % static_cast<size_t>(interval) == 0) {
      promoted += sum;
      sum = 0;
    }
    const size_t count = std::min(step, a.size() - k);
    sum = multiply_add(unit, sum, a.subspan(k, count), b.subspan(k, count));
  }
  return interval > 0 ? promoted + sum : sum;
}

}  // namespace loom::numerics
