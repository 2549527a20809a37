// A number as a float, rounded to zero, down or up: to the nearest double, then to the nearest of
// the result's type, each moved to the neighbor where it lies on the wrong side. Twice in one
// direction is the same as once.
#include <cmath>
#include <limits>

#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/values.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

template <class From>
int compared(double nearest, From exact) {  // nearest to exact: −1 below, 1 above
  if constexpr (std::is_floating_point_v<From>) {
    return (nearest > exact) - (nearest < exact);
  } else {
    constexpr int digits = std::numeric_limits<From>::digits;
    if (nearest >= std::ldexp(1.0, digits)) return 1;
    const From back = static_cast<From>(nearest);
    return (back > exact) - (back < exact);
  }
}

// The next number of the type that is greater (up), or less.
Bits neighbor(Bits bits, Type type, bool up) {
  if (type == Type::f64 || type == Type::f32) {
    const double limit = up ? HUGE_VAL : -HUGE_VAL;
    return type == Type::f64
               ? bits_of(std::nextafter(value_in<double>(bits), limit))
               : bits_of(std::nextafter(value_in<float>(bits), static_cast<float>(limit)));
  }
  if ((bits & 0x7fff) == 0) return up ? 1 : 0x8001;
  return ((bits & 0x8000) != 0) == up ? bits - 1 : bits + 1;
}

// `side`: whether the number lies below or above what it stands for.
Bits directed(Bits bits, Type type, int side, int way) {
  return side == 0 || side == way ? bits : neighbor(bits, type, way > 0);
}

template <class From, Type to>
Bits convert(Bits a, Bits b, Bits) {
  const From exact = value_in<From>(a);
  if (exact != exact) return float_bits(static_cast<double>(exact), to);
  int way = static_cast<int>(static_cast<std::int64_t>(b));
  if (way == 0) way = exact > 0 ? -1 : 1;
  const double nearest = static_cast<double>(exact);
  const Bits wide = directed(bits_of(nearest), Type::f64, compared(nearest, exact), way);
  const double value = value_in<double>(wide);
  const Bits bits = float_bits(value, to);
  return directed(bits, to, compared(float_value(bits, to), value), way);
}

template <class From>
MathFunction to_type(Type to) {
  switch (to) {
    case Type::f16:
      return convert<From, Type::f16>;
    case Type::bf16:
      return convert<From, Type::bf16>;
    case Type::f32:
      return convert<From, Type::f32>;
    case Type::f64:
      return convert<From, Type::f64>;
    default:
      return nullptr;
  }
}

}  // namespace

MathFunction rounded_conversion(Type to, Type from) {
  if (from == Type::i64) return to_type<std::int64_t>(to);
  if (from == Type::u64) return to_type<std::uint64_t>(to);
  return from == Type::f64 ? to_type<double>(to) : nullptr;
}

}  // namespace loom::cuda
