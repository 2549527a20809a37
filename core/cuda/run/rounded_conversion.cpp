// A number as a float, rounded to zero, down or up: to the nearest double, then to the nearest of
// the result's type, each moved to the neighbor where it lies on the wrong side. Twice in one
// direction is the same as once.
#include <cmath>
#include <limits>

#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/lanes.hpp"
#include "core/cuda/run/values.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

// A number of type i64, u64 or f64, exactly: above or below a double? −1, 0, 1.
int compared(double nearest, Bits exact, Type type) {
  if (type == Type::f64) {
    const double number = value_in<double>(exact);
    return (nearest > number) - (nearest < number);
  }
  const bool with_sign = type == Type::i64;
  if (nearest >= (with_sign ? 0x1p63 : 0x1p64)) return 1;
  if (with_sign) {
    const auto back = static_cast<std::int64_t>(nearest), number = static_cast<std::int64_t>(exact);
    return (back > number) - (back < number);
  }
  const auto back = static_cast<std::uint64_t>(nearest);
  return (back > exact) - (back < exact);
}

double nearest_to(Bits exact, Type type) {
  if (type == Type::f64) return value_in<double>(exact);
  return type == Type::i64 ? static_cast<double>(static_cast<std::int64_t>(exact))
                           : static_cast<double>(exact);
}

// `side`: whether the number lies below or above what it stands for.
Bits directed(Bits bits, Type type, int side, int way) {
  return side == 0 || side == way ? bits : neighbor(bits, type, way > 0);
}

}  // namespace

Bits rounded_conversion(const MathFunction& f, Bits a, Bits b, Bits) {
  const double nearest = nearest_to(a, f.from);
  if (nearest != nearest) return float_bits(nearest, f.type);
  int way = static_cast<int>(static_cast<std::int64_t>(b));
  if (way == 0) way = nearest > 0 ? -1 : 1;
  const Bits wide = directed(bits_of(nearest), Type::f64, compared(nearest, a, f.from), way);
  const double value = value_in<double>(wide);
  const Bits bits = float_bits(value, f.type);
  return directed(bits, f.type, compared(float_value(bits, f.type), wide, Type::f64), way);
}

}  // namespace loom::cuda
