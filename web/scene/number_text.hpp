// Numbers that a reader types, and numbers to the last digit that matters here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loom::scene {

// "0.1", "1/3", "-1e-8", "2^-9", "0x1F", "inf", "nan"; spaces around are ignored. Nothing for other
// text, and for numbers that a double represents badly: above 1e300 or, except 0, below 1e-300.
std::optional<double> typed_number(std::string_view text);

// What typed_number() takes, for error messages.
inline constexpr std::string_view typed_number_kinds =
    "a number such as 0.1, 1/3, 1e-8 or 2^-9, inf or nan";

// Twelve significant digits, without zeros at the end: enough to tell any two numbers of the
// formats apart, and exact for most of FP16: 0.0999755859375, 65,504, −3.40282346639 × 10³⁸, −0.
std::string exact_text(double value);

// The same with six digits, or four before a power of ten, and "≈" if the number has more:
// ≈0.333252, ≈3.403 × 10³⁸.
std::string short_text(double value);

// A power of two: "2⁻¹⁴", "1".
std::string power_text(int exponent);

// A share of something in percent, however small: "0%", "1.56%", "1.5 × 10⁻⁶%".
std::string relative_text(double share);

// "−0.0125": the difference of two short numbers, without the noise of its last bits; "0" only if
// it is 0.
std::string difference_text(double difference);

}  // namespace loom::scene
