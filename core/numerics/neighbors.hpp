// The numbers of a format beside a code of it, and beside any number.
#pragma once

#include <cstdint>
#include <optional>

#include "core/numerics/format.hpp"

namespace loom::numerics {

// The code of the next larger, next smaller number, for a code of bits() bits; infinities count,
// the two zeros are one number (the answer is the positive one). Nothing beside NaN, and at the
// ends.
std::optional<std::uint32_t> next_above(const Format& format, std::uint32_t code);
std::optional<std::uint32_t> next_below(const Format& format, std::uint32_t code);

// Where a number lies among those of a format that has a sign and a −0: the numbers on either side,
// in size: |below| ≤ |x| < |above|, with the sign of x.
struct Neighbors {
  std::uint32_t below_code = 0, above_code = 0;
  double below = 0, above = 0;  // above: infinite beyond the largest number
  double gap() const { return above < below ? below - above : above - below; }
  // How far x is on the way from below to above: 0 … 1; 0 beyond the largest.
  double share(double x) const;
};

Neighbors neighbors(const Format& format, double x);  // x: finite

// The least code of a number of at least x ≥ 0; max_code() + 1 where none is so large. Numbers in
// [a, b): first_code_from(b) − first_code_from(a).
std::uint32_t first_code_from(const Format& format, double x);
// How many numbers lie in [2^exponent, 2^(exponent + 1)).
int numbers_in_binade(const Format& format, int exponent);

// The powers of two between which all numbers above 0 of some formats lie, with an empty binade at
// the lower end.
struct Binades {
  int low = 0, high = 0;
  int most_bits = 0;  // no binade has more than 2^most_bits numbers of a format
  void include(const Format& format);
};

}  // namespace loom::numerics
