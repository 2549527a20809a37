#include "core/numerics/accumulate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/numerics/bits.hpp"

namespace loom::numerics {
namespace {

constexpr uint64_t double_sign = uint64_t{1} << 63;

struct TwoParts {
  double sum, error;  // sum + error is exactly a + b; sum is a + b rounded
};

// Dekker's Fast2Sum; exact for finite a, b whose sum is finite.
TwoParts add_exactly(double a, double b) {
  if (std::fabs(a) < std::fabs(b)) std::swap(a, b);
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a + b to 53 bits, rounded to odd: when inexact, the neighbor whose last bit is 1. Rounding that
// again to 51 bits or fewer gives the same as rounding a + b once (Boldo and Melquiond, 2008).
double add_to_odd(double a, double b) {
  const auto [sum, error] = add_exactly(a, b);
  const auto bits = to_bits(sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  const bool away_from_zero = (error > 0) == (sum > 0);
  return from_bits(away_from_zero ? bits + 1 : bits - 1);
}

// The next number with `bits` mantissa bits, toward zero or away from it. `value` is not zero.
double neighbor(double value, int bits, bool away_from_zero) {
  const double size = std::fabs(value), step = step_at(value, bits);
  int exponent = 0;
  const bool power_of_two = std::frexp(size, &exponent) == 0.5;
  const double next = away_from_zero ? size + step : size - (power_of_two ? step / 2 : step);
  return std::copysign(next, value);
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

double round_to_mantissa(double value, int bits) {
  if (!std::isfinite(value)) return value;
  const auto all = to_bits(value);
  const uint64_t magnitude = all & ~double_sign;
  // A normal double has 52 bits behind its leading one, a subnormal fewer.
  const int explicit_bits = std::min(52, static_cast<int>(std::bit_width(magnitude)) - 1);
  const int cut = explicit_bits - bits;
  if (cut <= 0) return value;
  const uint64_t last_kept = (magnitude >> cut) & 1;
  const uint64_t rounded = magnitude + ((uint64_t{1} << (cut - 1)) - 1) + last_kept;  // may carry
  return from_bits((all & double_sign) | (rounded >> cut << cut));
}

double add_rounded(double s, double term, int bits) {
  const double plain = s + term;
  if (!std::isfinite(plain)) return plain;
  return round_to_mantissa(add_to_odd(s, term), bits);
}

RoundedAdd look_at_add(double s, double term, int bits) {
  const double sum = add_rounded(s, term, bits);
  if (!std::isfinite(s + term) || !std::isfinite(sum))
    return {sum, sum, sum, step_at(sum, bits) / 2, 0, 0, false};
  const auto [plain, rest] = add_exactly(s, term);
  const double beyond = (plain - sum) + rest;  // s + term − sum
  if (beyond == 0) return {sum, sum, sum, step_at(sum, bits) / 2, 0, 0, false};
  const bool up = beyond > 0;  // s + term lies above sum
  const double other = neighbor(sum, bits, up == (sum > 0));
  const double gap = std::fabs(other - sum);
  const double share = up ? beyond / gap : 1 + beyond / gap;
  // Halfway between two such numbers is a double: only a sum without rest can be there.
  const bool tie = rest == 0 && std::fabs(plain - sum) == gap / 2;
  return {sum, up ? sum : other, up ? other : sum, gap / 2, share, -beyond, tie};
}

double step_at(double value, int bits) {
  if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
  if (value == 0) return 0;
  return std::max(std::ldexp(1.0, std::ilogb(value) - bits),
                  std::numeric_limits<double>::denorm_min());
}

Result<std::vector<double>> accumulate(std::span<const double> terms, int bits) {
  if (bits < min_mantissa_bits || bits > max_mantissa_bits)
    return Error{std::to_string(bits) + " mantissa bits; expected " +
                 std::to_string(min_mantissa_bits) + " to " + std::to_string(max_mantissa_bits)};
  std::vector<double> sums;
  sums.reserve(terms.size());
  double s = 0;
  for (double term : terms) sums.push_back(s = add_rounded(s, term, bits));
  return sums;
}

size_t last_change(std::span<const double> sums) {
  for (size_t n = sums.size(); n > 0; --n)
    if (!same(sums[n - 1], n > 1 ? sums[n - 2] : 0)) return n;
  return 0;
}

bool is_stuck(double sum, std::span<const double> terms, int bits) {
  return std::all_of(terms.begin(), terms.end(),
                     [&](double term) { return same(add_rounded(sum, term, bits), sum); });
}

void ExactSum::add(double term) {
  plain_ += term;
  size_t kept = 0;
  for (double part : parts_) {
    const auto [sum, error] = add_exactly(term, part);
    if (error != 0) parts_[kept++] = error;
    term = sum;
  }
  parts_.resize(kept);
  parts_.push_back(term);
}

double ExactSum::value() const {
  if (!std::all_of(parts_.begin(), parts_.end(), [](double part) { return std::isfinite(part); }))
    return plain_;
  double sum = 0, error = 0;
  size_t i = parts_.size();
  while (i > 0 && error == 0) {
    const auto next = add_exactly(sum, parts_[--i]);
    sum = next.sum;
    error = next.error;
  }
  // A tie was rounded to even; the parts below it say on which side the exact sum lies.
  if (i > 0 && error != 0 && (error > 0) == (parts_[i - 1] > 0)) {
    const double doubled = 2 * error, other = sum + doubled;
    if (other - sum == doubled) sum = other;
  }
  return sum;
}

double relative_error(double sum, double exact) {
  return sum == exact ? 0 : std::fabs(sum - exact) / std::fabs(exact);
}

std::vector<double> exact_sums(std::span<const double> terms) {
  std::vector<double> sums;
  sums.reserve(terms.size());
  ExactSum sum;
  for (double term : terms) {
    sum.add(term);
    sums.push_back(sum.value());
  }
  return sums;
}

}  // namespace loom::numerics
