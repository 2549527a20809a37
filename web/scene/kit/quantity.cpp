#include "web/scene/kit/quantity.hpp"

#include <cmath>

#include "web/scene/format.hpp"

namespace loom::scene {

std::string quantity(double value, std::string_view unit) {
  std::string text = significant(value);
  if (unit.empty()) return text;
  if (unit != "×" && unit != "%") text += " ";
  return text.append(unit);
}

Scaled scaled(double value, std::string_view unit) {
  static constexpr std::string_view prefixes[] = {"f", "p", "n", "µ", "m", "",
                                                  "k", "M", "G", "T", "P"};
  constexpr size_t none = 5, last = 10;
  size_t at = none;
  // 999.5 would be written as 1,000.
  while (std::fabs(value) >= 999.5 && at < last) value /= 1000, ++at;
  while (value != 0 && std::fabs(value) < 0.9995 && at > 0) value *= 1000, --at;
  return {value, std::string(prefixes[at]).append(unit)};
}

std::string prefixed(double value, std::string_view unit) {
  const Scaled shown = scaled(value, unit);
  return quantity(shown.value, shown.unit);
}

}  // namespace loom::scene
