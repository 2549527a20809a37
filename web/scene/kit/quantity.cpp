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

std::string prefixed(double value, std::string_view unit) {
  static constexpr std::string_view prefixes[] = {"f", "p", "n", "µ", "m", "",
                                                  "k", "M", "G", "T", "P"};
  constexpr size_t none = 5, last = 10;
  size_t at = none;
  double scaled = value;
  // 999.5 would be written as 1,000.
  while (std::fabs(scaled) >= 999.5 && at < last) scaled /= 1000, ++at;
  while (scaled != 0 && std::fabs(scaled) < 0.9995 && at > 0) scaled *= 1000, --at;
  return quantity(scaled, std::string(prefixes[at]).append(unit));
}

}  // namespace loom::scene
