// Text into numbers.
#pragma once

#include <string>

namespace loom::scene {

// The double nearest to a number in decimal notation ("-0.5", "3e-7"), infinite beyond the range of
// double; NaN where the text as a whole is no such number.
double decimal(const std::string& text);

}  // namespace loom::scene
