// Numbers with their units, as pictures, sentences and tables show them.
#pragma once

#include <string>
#include <string_view>

namespace loom::scene {

// Three significant digits, a space, the unit: "7.04 µs", "1,340 TFLOP/s"; "×" and "%" follow
// without a space. Without a unit only the number.
std::string quantity(double value, std::string_view unit);

// The same with the prefix from f to P that leaves 1 to 999 in front: 7.04e-6 of "s" is "7.04 µs",
// 4.8e12 of "B/s" is "4.80 TB/s". 0 has no prefix; numbers beyond the prefixes keep the last.
std::string prefixed(double value, std::string_view unit);

// The same before it is written: what is in front, and the unit with its prefix. An axis counts so.
struct Scaled {
  double value;
  std::string unit;
};
Scaled scaled(double value, std::string_view unit);

}  // namespace loom::scene
