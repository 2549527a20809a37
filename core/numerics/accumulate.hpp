// Running sums in a narrow accumulator: s = round(s + term), rounded once, to nearest, ties to
// even, to p explicit mantissa bits (p + 1 significant bits), with an exponent as wide as double
// precision's. Source: IEEE 754-2019, clause 4.3.1 (round to nearest even), applied to a
// significand of any width.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::numerics {

// Explicit mantissa bits that rounding accepts: FP8 E4M3 has 3, FP16 10, FP32 23. Above 50 a single
// correct rounding of s + term could no longer be had from double precision.
inline constexpr int min_mantissa_bits = 1, max_mantissa_bits = 50;

// `value` to the nearest number with `bits` explicit mantissa bits, ties to even. Exact for every
// double: zeros keep their sign, infinities and NaN stay, subnormal doubles keep bits + 1
// significant bits (the exponent is wide: nothing is flushed). What rounds up past the largest
// double is infinite. `bits` must be in range.
double round_to_mantissa(double value, int bits);

// s + term, rounded once. Infinities and NaN as in IEEE 754. `bits` must be in range.
double add_rounded(double s, double term, int bits);

// One add in detail: the exact s + term between its neighbors with `bits` mantissa bits, and which
// one the result is. For a finite s + term; otherwise everything is that sum and share is 0.
struct RoundedAdd {
  double sum;           // what add_rounded gives
  double below, above;  // the neighbors; both are `sum` when s + term can be held exactly
  double
      half_step;  // half the distance between them, or half the step above `sum` when it is exact
  double share;   // where s + term lies between them, 0…1; 0 when it can be held exactly
  double error;   // sum − (s + term), to double precision
  bool tie;       // exactly halfway: `sum` is the even neighbor
};
RoundedAdd look_at_add(double s, double term, int bits);

// The gap from |value| to the next larger number with `bits` mantissa bits; 0 at zero (the grid has
// no smallest number), NaN for infinities and NaN. `bits` must be in range.
double step_at(double value, int bits);

// The running sum after each term, starting at 0. The terms themselves are not rounded first.
// Refused: `bits` out of range. No terms give no sums.
Result<std::vector<double>> accumulate(std::span<const double> terms, int bits);

// The number of terms after which the sum no longer changed: 1 + the index of the last add that
// moved it, 0 when none did (the sum stayed at 0).
size_t last_change(std::span<const double> sums);

// Whether the accumulator can never leave `sum` again when it receives these terms, in any order
// and however often, because every one of them is rounded away.
bool is_stuck(double sum, std::span<const double> terms, int bits);

// A sum without rounding: the exact value is kept as a sum of non-overlapping doubles (Shewchuk,
// 'Adaptive precision floating-point arithmetic', 1997), value() is that, rounded once to double.
// Exact unless a partial sum leaves the range of double precision or a term is not finite; then
// value() is what plain addition in double precision would say.
class ExactSum {
 public:
  void add(double term);
  double value() const;

 private:
  std::vector<double> parts_;  // increasing magnitude
  double plain_ = 0;
};

// |sum − exact| / |exact|; 0 when both are the same, ∞ when only `exact` is 0.
double relative_error(double sum, double exact);

// The exact running sum after each term, each rounded once to double.
std::vector<double> exact_sums(std::span<const double> terms);

}  // namespace loom::numerics
