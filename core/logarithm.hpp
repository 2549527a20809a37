// Powers and logarithms by way of log10, exp and ldexp. The C library's pow, log and log2 add
// tables of 10 KB that hardly compress, and a reader downloads what the programs link.
#pragma once

#include <cmath>

namespace loom {

// base^exponent: exact for 2, and for 10 as long as a double holds the digits (10^22).
inline double power_of(int base, int exponent) {
  if (base == 2) return std::ldexp(1., exponent);
  double power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= base;
  return exponent < 0 ? 1 / power : power;
}

// To the base 2: exact for powers of two, otherwise right to about 10^-15.
inline double binary_logarithm(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return exponent - 1 + std::log10(2 * fraction) * 3.3219280948873623;
}

// To the base e, right to about 10^-15.
inline double natural_logarithm(double value) { return std::log10(value) * 2.302585092994046; }

}  // namespace loom
