// Text into numbers.
#pragma once

#include <string_view>

namespace loom::scene {

// The double nearest to a number in decimal notation ("-0.5", "3e-7"), infinite beyond the range of
// double; NaN where the text as a whole is no such number.
double decimal(std::string_view text);

// The same of what people type and programs print: decimal notation, fractions ("1/3"), whole
// numbers in hexadecimal ("0x1F", up to 16 digits), each with a minus that may be the typeset one
// ("−2"), spaces around. NaN for other text and for what a division by zero gives.
double number(std::string_view text);

}  // namespace loom::scene
