#include "core/numerics/weight_updates.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/bits.hpp"

namespace loom::numerics {

Rounder::Rounder(const Format& format)
    : least_(1 - format.bias),
      mantissa_(format.mantissa_bits),
      largest_(decode(format, format.max_code())) {}

int Rounder::exponent_of_step(double size) const {
  return std::max(exponent_of(size), least_) - mantissa_;
}

Rounder::Between Rounder::between(double value) const {
  const double size = std::fabs(value), sign = value < 0 ? -1 : 1;
  if (size >= largest_) return {sign * largest_, sign * largest_, 0};
  const int exponent = exponent_of_step(size);
  const double steps = size * power_of_two(-exponent), whole = std::floor(steps),
               step = power_of_two(exponent);
  if (steps == whole) return {value, value, 0};
  const double inner = sign * whole * step, outer = sign * (whole + 1) * step;
  return value < 0 ? Between{outer, inner, 1 - (steps - whole)}
                   : Between{inner, outer, steps - whole};
}

double Rounder::nearest(double value) const {
  const double size = std::fabs(value);
  const int exponent = exponent_of_step(size);
  const double rounded = std::nearbyint(size * power_of_two(-exponent)) * power_of_two(exponent);
  return std::copysign(std::min(rounded, largest_), value);
}

double Rounder::stochastic(double value, Random& random) const {
  const double size = std::fabs(value);
  const int exponent = exponent_of_step(size);
  const double steps = size * power_of_two(-exponent), whole = std::floor(steps);
  const double rounded =
      (random.unit() < steps - whole ? whole + 1 : whole) * power_of_two(exponent);
  return std::copysign(std::min(rounded, largest_), value);
}

std::vector<double> nearest_updates(const Rounder& rounder, double start, double update,
                                    int count) {
  std::vector<double> weights = {rounder.nearest(start)};
  for (int i = 0; i < count; ++i) weights.push_back(rounder.nearest(weights.back() + update));
  return weights;
}

std::vector<double> stochastic_updates(const Rounder& rounder, double start, double update,
                                       int count, Random& random) {
  std::vector<double> weights = {rounder.nearest(start)};
  for (int i = 0; i < count; ++i)
    weights.push_back(rounder.stochastic(weights.back() + update, random));
  return weights;
}

}  // namespace loom::numerics
