// Text into numbers.
#pragma once

#include <string_view>

namespace loom::scene {

inline constexpr std::string_view minus_sign = "−";  // the typeset one

// The double nearest to a number in decimal notation ("-0.5", "3e-7"); infinite beyond the range of
// double; NaN if the whole text is not such a number.
double decimal(std::string_view text);

// The same for what people type and programs print: decimal notation, fractions ("1/3"), whole
// numbers in hexadecimal ("0x1F", up to 16 digits). A minus may be the typeset one ("−2"), and
// spaces may surround the number. NaN for other text and for a division by zero.
double number(std::string_view text);

}  // namespace loom::scene
