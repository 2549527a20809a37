// One operation rounded to zero, down or up: computed to nearest, and moved to the neighbor where
// that lies on the wrong side of the exact result. The error of a float's operation is found in
// double, that of a double's with fma.
#include <algorithm>
#include <cmath>

#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

// `error`: exact result minus `nearest`; only its sign counts. Way: 0 to zero, −1 down, 1 up.
template <class T>
T directed(T nearest, double error, int way) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (std::isnan(nearest) || std::isnan(error)) return nearest;
  if (way == 0) way = nearest > 0 || (nearest == 0 && error > 0) ? -1 : 1;
  if (way < 0 && error < 0) return std::nextafter(nearest, -infinity);
  if (way > 0 && error > 0) return std::nextafter(nearest, infinity);
  return nearest;
}

enum class Kind { add, sub, mul, div, sqrt, fma };

// nearest and the sign of what is missing from it.
template <class T>
T result(Kind kind, T x, T y, T z) {
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
      return std::fma(x, y, z);
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

template <class T>
double error(Kind kind, T x, T y, T z, T nearest) {
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
template <class T>
bool cancels(Kind kind, T x, T y, T z) {
  if (kind == Kind::fma) return (std::signbit(x) != std::signbit(y)) != std::signbit(z);
  return (kind == Kind::add && std::signbit(x) != std::signbit(y)) ||
         (kind == Kind::sub && std::signbit(x) == std::signbit(y));
}

template <class T, Kind kind, int way>
Bits rounded(Bits a, Bits b, Bits c) {
  const T x = value_in<T>(a), y = value_in<T>(b), z = value_in<T>(c);
  const T nearest = result<T>(kind, x, y, z);
  const double missing = error<T>(kind, x, y, z, nearest);
  if (way < 0 && nearest == 0 && missing == 0 && cancels(kind, x, y, z)) return bits_of(T{-0.0});
  return bits_of(directed(nearest, missing, way));
}

template <class T>
MathFunction of_type(Function function) {
  switch (function) {
    case Function::add_zero:
      return rounded<T, Kind::add, 0>;
    case Function::add_down:
      return rounded<T, Kind::add, -1>;
    case Function::add_up:
      return rounded<T, Kind::add, 1>;
    case Function::sub_zero:
      return rounded<T, Kind::sub, 0>;
    case Function::sub_down:
      return rounded<T, Kind::sub, -1>;
    case Function::sub_up:
      return rounded<T, Kind::sub, 1>;
    case Function::mul_zero:
      return rounded<T, Kind::mul, 0>;
    case Function::mul_down:
      return rounded<T, Kind::mul, -1>;
    case Function::mul_up:
      return rounded<T, Kind::mul, 1>;
    case Function::div_zero:
      return rounded<T, Kind::div, 0>;
    case Function::div_down:
      return rounded<T, Kind::div, -1>;
    case Function::div_up:
      return rounded<T, Kind::div, 1>;
    case Function::sqrt_zero:
      return rounded<T, Kind::sqrt, 0>;
    case Function::sqrt_down:
      return rounded<T, Kind::sqrt, -1>;
    case Function::sqrt_up:
      return rounded<T, Kind::sqrt, 1>;
    case Function::fma_zero:
      return rounded<T, Kind::fma, 0>;
    case Function::fma_down:
      return rounded<T, Kind::fma, -1>;
    case Function::fma_up:
      return rounded<T, Kind::fma, 1>;
    default:
      return nullptr;
  }
}

}  // namespace

MathFunction rounded_math(Function function, Type type) {
  if (type == Type::f32) return of_type<float>(function);
  return type == Type::f64 ? of_type<double>(function) : nullptr;
}

}  // namespace loom::cuda
