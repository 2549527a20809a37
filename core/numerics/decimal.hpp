// Doubles and their decimal digits, both ways exactly, like printf and strtod. Those of the C
// library would add arithmetic of 128-bit floats, a tenth of a program that is downloaded.
#pragma once

#include <string>
#include <string_view>

namespace loom::numerics {

// As printf has them, %.{decimals}f and %.{count}g, but without a sign where no digit but 0 is
// left.
std::string fixed_text(double value, int decimals);
std::string general_text(double value, int count);

// The digits of |value| = d₀.d₁d₂… · 10^exponent, rounded exactly, a tie to the even one; all 0 of
// 0.
struct Significant {
  std::string digits;
  int exponent = 0;
};
Significant significant_digits(double value, int count);  // count ≥ 1

// The double nearest to digits · 10^exponent, a tie to the even one; infinite beyond the range.
// `digits` are 0 to 9, as many as you like.
double nearest_double(std::string_view digits, long long exponent);

}  // namespace loom::numerics
