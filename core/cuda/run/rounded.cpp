// One operation rounded to zero, down or up: computed to nearest, and moved to the neighbor where
// that lies on the wrong side of the exact result. The error of a float's operation is found in
// double, that of a double's with fma.
#include <algorithm>
#include <cmath>

#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/values.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

// Way: 0 to zero, −1 down, 1 up. `error`: exact result minus `nearest`; only its sign counts.
Bits directed(double nearest, double error, int way, Type type) {
  const Bits bits = float_bits(nearest, type);
  if (std::isnan(nearest) || std::isnan(error)) return bits;
  if (way == 0) way = nearest > 0 || (nearest == 0 && error > 0) ? -1 : 1;
  const bool moves = way < 0 ? error < 0 : error > 0;
  return moves ? neighbor(bits, type, way > 0) : bits;
}

enum class Kind { add, sub, mul, div, sqrt, fma };

// The nearest double; of floats, what is to be rounded to one.
double result(Kind kind, double x, double y, double z, Type type) {
  switch (kind) {
    case Kind::add:
      return x + y;
    case Kind::sub:
      return x - y;
    case Kind::mul:
      return x * y;
    case Kind::div:
      return x / y;
    case Kind::sqrt:
      return std::sqrt(x);
    case Kind::fma:
      return type == Type::f64
                 ? std::fma(x, y, z)
                 : std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
  }
  return 0;
}
double sum_error(double x, double y, double sum) {
  const double back = sum - x;
  return (x - (sum - back)) + (y - back);
}
// A number as part · 2^power: what is missing from a product of parts is not too small for a
// double.
struct Scaled {
  explicit Scaled(double value) : part(std::frexp(value, &power)) {}
  int power = 0;
  double part;
};

// What is missing from the nearest number.
double error(Kind kind, double x, double y, double z, double nearest) {
  if (std::isinf(nearest)) {  // of finite operands: the exact result is nearer to zero
    const bool finite = std::isfinite(x) && (kind == Kind::sqrt || std::isfinite(y)) &&
                        (kind != Kind::fma || std::isfinite(z));
    return !finite || (kind == Kind::div && y == 0) ? 0 : nearest > 0 ? -1 : 1;
  }
  const double a = x, b = y, r = nearest;
  switch (kind) {
    case Kind::add:
      return sum_error(a, b, r);
    case Kind::sub:
      return sum_error(a, -b, r);
    case Kind::mul: {
      const Scaled p(a), q(b);
      return std::fma(p.part, q.part, -std::ldexp(r, -p.power - q.power));
    }
    case Kind::div: {
      if (r == 0) return std::isinf(b) ? 0 : b < 0 ? -a : a;
      const Scaled p(r), q(b);
      return std::fma(-p.part, q.part, std::ldexp(a, -p.power - q.power)) * (b < 0 ? -1 : 1);
    }
    case Kind::sqrt: {
      const Scaled p(r);
      return std::fma(-p.part, p.part, std::ldexp(a, -2 * p.power));
    }
    case Kind::fma: {
      if (a == 0 || b == 0) return 0;  // the sum is z
      // Scaled so that the larger side is near 1. Of a side beyond `far` only the sign matters.
      const Scaled p(a), q(b), t(z);
      constexpr int far = -600;
      const int power = p.power + q.power, top = z == 0 ? power : std::max(power, t.power);
      const double high = p.part * q.part, low = std::fma(p.part, q.part, -high);
      const double product = std::ldexp(high, std::max(power - top, far)),
                   rest = std::ldexp(low, std::max(power - top, far)),
                   term = std::ldexp(t.part, std::max(t.power - top, far));
      const double sum = product + term;
      return (sum - std::ldexp(r, -top)) + (sum_error(product, term, sum) + rest);
    }
  }
  return 0;
}

// Whether a sum's two sides have opposite signs: rounded down, nothing is −0.
bool cancels(Kind kind, double x, double y, double z) {
  if (kind == Kind::fma) return (std::signbit(x) != std::signbit(y)) != std::signbit(z);
  return (kind == Kind::add && std::signbit(x) != std::signbit(y)) ||
         (kind == Kind::sub && std::signbit(x) == std::signbit(y));
}

}  // namespace

Bits rounded_math(const MathFunction& f, Bits a, Bits b, Bits c) {
  const int number = static_cast<int>(f.function) - static_cast<int>(Function::add_zero);
  const auto kind = static_cast<Kind>(number / 3);
  constexpr int ways[] = {0, -1, 1};
  const int way = ways[number % 3];
  const double x = float_value(a, f.from), y = float_value(b, f.from), z = float_value(c, f.from);
  const double nearest = float_value(float_bits(result(kind, x, y, z, f.from), f.from), f.from);
  const double missing = error(kind, x, y, z, nearest);
  if (way < 0 && nearest == 0 && missing == 0 && cancels(kind, x, y, z))
    return float_bits(-0.0, f.from);
  return directed(nearest, missing, way, f.from);
}

}  // namespace loom::cuda
