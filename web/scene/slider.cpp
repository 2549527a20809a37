// Sliders with growing distances between positions: batch, context, bandwidth.
#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"
#include "web/scene/parameter.hpp"

namespace loom::scene {

std::vector<std::string> slider_stops(const Parameter& p) {
  static constexpr double quarters[] = {4, 5, 6, 7};  // of a power of two
  static constexpr double tenths[] = {10, 12, 15, 20, 25, 30, 40, 50, 60, 80};
  if (p.spacing == Spacing::even) return {};
  const bool binary = p.spacing == Spacing::binary;
  const std::span<const double> parts =
      binary ? std::span<const double>(quarters) : std::span<const double>(tenths);
  const int base = binary ? 2 : 10;
  std::vector<double> values = {p.minimum, p.maximum, decimal(p.initial)};
  const auto scaled = [&](double part, int exponent) {  // 12 / 10 is 1.2, 12 × 0.1 is not
    return exponent < 0 ? part / power_of(base, -exponent) : part * power_of(base, exponent);
  };
  for (int exponent = -20; scaled(parts[0], exponent) <= p.maximum; ++exponent)
    for (double part : parts) {
      const double value = scaled(part, exponent);
      const bool whole = p.kind == Kind::real || value == std::floor(value);
      if (whole && value > p.minimum && value < p.maximum) values.push_back(value);
    }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<std::string> stops;
  for (double value : values) stops.push_back(shortest(value));
  return stops;
}

}  // namespace loom::scene
