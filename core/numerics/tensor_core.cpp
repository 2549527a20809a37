#include "core/numerics/tensor_core.hpp"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/numerics/bits.hpp"

namespace loom::numerics {
namespace {

constexpr int least_float_exponent = -126, most_products = 32;

int exponent_of(float value, int least) {
  return std::max(static_cast<int>(to_bits(value) >> 23 & 255) - 127, least);
}

// What one instruction multiplies: exact products, and the greatest of their exponents.
struct Products {
  Products(const TensorCore& unit, std::span<const float> a, std::span<const float> b)
      : count(a.size()) {
    for (std::size_t i = 0; i < count; ++i) {
      value[i] = static_cast<double>(a[i]) * static_cast<double>(b[i]);
      if (value[i] != 0)
        greatest = std::max(greatest, exponent_of(a[i], unit.least_exponent) +
                                          exponent_of(b[i], unit.least_exponent));
    }
  }

  int with(float start) const {
    return start != 0 ? std::max(greatest, exponent_of(start, least_float_exponent)) : greatest;
  }

  std::size_t count;
  int greatest = INT_MIN;
  double value[most_products];
};

// Everything is counted in units of 2^last, so that cutting is a conversion to an integer; no term
// is more than 2^(alignment_bits + 2) units.
float add(const TensorCore& unit, float start, const Products& products) {
  if (std::isinf(start)) return start;
  const int greatest = products.with(start);
  if (greatest == INT_MIN) return 0;
  const int last = greatest - unit.alignment_bits;
  const double scale = power_of_two(-last);
  std::int64_t sum = static_cast<std::int32_t>(static_cast<double>(start) * scale);
  for (std::size_t i = 0; i < products.count; ++i)
    sum += static_cast<std::int32_t>(products.value[i] * scale);
  if (sum == 0) return 0;
  auto size = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  const int leading = static_cast<int>(std::bit_width(size)) - 1;
  const int drop = std::max(leading + last, least_float_exponent) - unit.result_bits - last;
  if (drop >= std::numeric_limits<std::uint64_t>::digits) return 0;
  if (drop > 0) size = size >> drop << drop;
  const double value = static_cast<double>(size) * power_of_two(last);
  return static_cast<float>(sum < 0 ? -value : value);
}

}  // namespace

float multiply_add(const TensorCore& unit, float start, std::span<const float> a,
                   std::span<const float> b) {
  return add(unit, start, Products(unit, a, b));
}

int greatest_exponent(const TensorCore& unit, float start, std::span<const float> a,
                      std::span<const float> b) {
  return Products(unit, a, b).with(start);
}

InstructionSum instruction_sum(const TensorCore& unit, float start, std::span<const float> a,
                               std::span<const float> b) {
  InstructionSum found = {.greatest = greatest_exponent(unit, start, a, b),
                          .exact = static_cast<double>(start)};
  if (found.greatest == INT_MIN) return found;
  const double quantum = std::ldexp(1, found.greatest - unit.alignment_bits);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = static_cast<double>(a[i]) * static_cast<double>(b[i]),
                 below = std::fabs(std::fmod(product, quantum));
    found.exact += product;
    if (below > found.lost || (found.lost == 0 && std::fabs(product) > std::fabs(found.shown)))
      found.shown = product;
    found.lost = std::max(found.lost, below);
  }
  return found;
}

CutDigits cut_digits(double value, int first, int cut, int last) {
  CutDigits found;
  bool begun = false;
  for (int exponent = first; exponent >= last; --exponent) {
    const bool one = std::fmod(std::floor(std::ldexp(std::fabs(value), -exponent)), 2) == 1;
    begun = begun || one || exponent == 0;
    std::string& digits = exponent >= cut ? found.kept : found.lost;
    digits += one ? '1' : begun ? '0' : ' ';
    if (exponent == 0) digits += '.';
  }
  return found;
}

std::vector<double> exact_dots(std::span<const float> a, std::span<const float> b,
                               std::size_t every) {
  std::vector<double> sums;
  double sum = 0;
  for (std::size_t k = 0; k < a.size();) {
    sum += static_cast<double>(a[k]) * static_cast<double>(b[k]);
    if (++k % every == 0) sums.push_back(sum);
  }
  return sums;
}

std::vector<std::vector<PartialSum>> partial_sums(const TensorCore& unit, std::span<const float> a,
                                                  std::span<const float> b,
                                                  std::span<const int> intervals) {
  std::vector<std::vector<PartialSum>> sums(intervals.size());
  const auto step = static_cast<std::size_t>(unit.products);
  for (std::size_t k = 0; k < a.size(); k += step) {
    const std::size_t count = std::min(step, a.size() - k);
    const Products products(unit, a.subspan(k, count), b.subspan(k, count));
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      PartialSum now = k == 0 ? PartialSum{} : sums[i].back();
      if (intervals[i] > 0 && k > 0 && k % static_cast<std::size_t>(intervals[i]) == 0)
        now = {now.promoted + now.running, 0};
      now.running = add(unit, now.running, products);
      sums[i].push_back(now);
    }
  }
  return sums;
}

Instruction instruction_of(const TensorCore& unit, std::span<const float> a,
                           std::span<const float> b, int interval, std::span<const PartialSum> sums,
                           std::size_t index) {
  const auto step = static_cast<std::size_t>(unit.products);
  const std::size_t first = index * step, count = std::min(step, a.size() - first);
  const bool anew = interval > 0 && first % static_cast<std::size_t>(interval) == 0;
  const float start = index == 0 || anew ? 0 : sums[index - 1].running;
  Instruction found{
      .before = static_cast<double>(start),
      .after = static_cast<double>(sums[index].running),
      .sum = instruction_sum(unit, start, a.subspan(first, count), b.subspan(first, count))};
  found.cut = found.sum.greatest - unit.alignment_bits;
  return found;
}

float dot(const TensorCore& unit, std::span<const float> a, std::span<const float> b,
          int interval) {
  if (a.empty()) return 0;
  return partial_sums(unit, a, b, std::span(&interval, 1))[0].back().value();
}

}  // namespace loom::numerics
