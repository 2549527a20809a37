#include "core/cuda/run/functions.hpp"

#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "core/cuda/run/lanes.hpp"
#include "core/cuda/run/values.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

// Exact where x is a multiple of 1/2.
double sine_of_pi(double x) {
  const double turn = std::remainder(x, 2.0);  // −1 … 1
  if (turn == std::trunc(turn)) return std::copysign(0.0, x);
  return std::sin(turn * std::numbers::pi);
}
double cosine_of_pi(double x) {
  const double turn = std::fabs(std::remainder(x, 2.0));
  return turn == 0.5 ? 0.0 : std::cos(turn * std::numbers::pi);
}

// Halley's steps on erf, or on erfc where erf is near 1, from Winitzki's approximation (2008).
double inverse_erf(double x) {
  if (!(std::fabs(x) < 1)) return std::fabs(x) == 1 ? std::copysign(INFINITY, x) : NAN;
  if (x == 0) return x;
  const double size = std::fabs(x), w = std::log((1 - x) * (1 + x)),
               half = 2 / (std::numbers::pi * 0.147) + w / 2;
  double y = std::sqrt(std::fmax(0, std::sqrt(half * half - w / 0.147) - half));
  if (y == 0) y = size * 0.88622692545275801;  // √π/2
  for (int i = 0; i < 20; ++i) {
    const double error = size < 0.5 ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const double step = error / (std::numbers::inv_sqrtpi * 2 * std::exp(-y * y));
    const double next = y - step / (1 + y * step);
    if (!std::isfinite(next) || next == y) break;
    y = next;
  }
  return std::copysign(y, x);
}
double inverse_erfc(double x) {
  if (!(x > 0 && x < 2)) return x == 0 ? INFINITY : x == 2 ? -INFINITY : NAN;
  if (x > 1e-3) return inverse_erf(1 - x);
  double y = std::sqrt(-std::log(x / std::numbers::inv_sqrtpi * std::sqrt(-std::log(x))));
  for (int i = 0; i < 60; ++i) {
    const double step = (x - std::erfc(y)) / (std::numbers::inv_sqrtpi * 2 * std::exp(-y * y));
    const double next = y - step / (1 + y * step);
    if (!std::isfinite(next) || next == y) break;
    y = next;
  }
  return y;
}
// exp(x²)·erfc(x); for large x its asymptotic series.
double scaled_erfc(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  double sum = 1, term = 1;
  for (int k = 1; k < 10; ++k) sum += term *= -(2 * k - 1) / (2 * x * x);
  return sum * std::numbers::inv_sqrtpi / x;
}

using OfOne = double (*)(double);
using OfTwo = double (*)(double, double);

// In the order of their numbers.
constexpr OfOne of_one[] = {
    std::sqrt,
    [](double x) { return 1 / std::sqrt(x); },
    std::cbrt,
    [](double x) { return 1 / std::cbrt(x); },
    [](double x) { return 1 / x; },
    std::exp,
    std::exp2,
    [](double x) { return std::pow(10.0, x); },
    std::expm1,
    std::log,
    std::log2,
    std::log10,
    std::log1p,
    std::sin,
    std::cos,
    std::tan,
    std::asin,
    std::acos,
    std::atan,
    std::sinh,
    std::cosh,
    std::tanh,
    std::asinh,
    std::acosh,
    std::atanh,
    sine_of_pi,
    cosine_of_pi,
    std::erf,
    std::erfc,
    inverse_erf,
    inverse_erfc,
    scaled_erfc,
    [](double x) { return std::erfc(x * -std::numbers::sqrt2 / 2) / 2; },
    [](double x) { return -std::numbers::sqrt2 * inverse_erfc(2 * x); },
    std::tgamma,
    std::lgamma,
    ::j0,
    ::j1,
    ::y0,
    ::y1,
    std::floor,
    std::ceil,
    std::trunc,
    std::round,
    std::nearbyint,
    [](double x) { return std::isnan(x) || x <= 0 ? 0.0
                          : x > 1                 ? 1.0
                                                  : x; },
};
static_assert(std::size(of_one) == static_cast<std::size_t>(Function::pow));

constexpr OfTwo of_two[] = {std::pow,   std::fmod,  std::remainder,
                            std::atan2, std::hypot, std::copysign};
static_assert(std::size(of_two) == static_cast<std::size_t>(Function::nextafter) -
                                       static_cast<std::size_t>(Function::pow));

double frexp_fraction(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}
int frexp_exponent(double x) {
  int exponent = 0;
  if (std::isfinite(x)) (void)std::frexp(x, &exponent);
  return exponent;
}
int exponent_of(double x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  return std::isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

double extreme(double x, double y, bool most) {
  if (std::isnan(x) || std::isnan(y)) return NAN;
  if (x == y) return std::signbit(x) == most ? y : x;
  return (x > y) == most ? x : y;
}

}  // namespace

// Floats and halves are computed in double and rounded once. That is exact for roots, quotients and
// differences, too: a double has more than twice their digits.
Bits float_math(const MathFunction& f, Bits a, Bits b, Bits) {
  const double x = float_value(a, f.from), y = float_value(b, f.from);
  const auto made = [&](double value) { return float_bits(value, f.type); };
  if (f.function < Function::pow) return made(of_one[static_cast<int>(f.function)](x));
  if (f.function < Function::nextafter)
    return made(of_two[static_cast<int>(f.function) - static_cast<int>(Function::pow)](x, y));
  switch (f.function) {
    case Function::nextafter:
      if (std::isnan(x) || std::isnan(y)) return made(NAN);
      return x == y ? b : neighbor(a, f.from, y > x);
    case Function::fdim:
      return made(std::fdim(x, y));
    case Function::ldexp:
      return made(std::ldexp(x, static_cast<std::int32_t>(b)));
    case Function::logb:
      return made(std::logb(x));
    case Function::frexp_fraction:
      return made(frexp_fraction(x));
    case Function::ilogb:
      return bits_of(exponent_of(x));
    case Function::frexp_exponent:
      return bits_of(frexp_exponent(x));
    case Function::is_nan:
      return std::isnan(x);
    case Function::is_infinite:
      return std::isinf(x);
    case Function::is_finite:
      return std::isfinite(x);
    case Function::sign_bit:
      return std::signbit(x);
    default:
      return made(extreme(x, y, f.function == Function::max_nan));
  }
}

Bits neighbor(Bits bits, Type type, bool up) {
  const Bits sign = Bits{1} << (8 * size_of(type) - 1);
  if ((bits & ~sign) == 0) return up ? 1 : sign | 1;
  return ((bits & sign) != 0) == up ? bits - 1 : bits + 1;
}

MathFunction math_function(std::int64_t number, Type type, Type from) {
  if (number < 0 || number > static_cast<std::int64_t>(Function::reinterpret)) return {};
  MathFunction out{nullptr, static_cast<Function>(number), type, from};
  const Function f = out.function;
  const bool whole = from >= Type::i32 && from <= Type::u64;
  if (f == Function::convert_rounded) {
    if (is_float(type) && (from == Type::i64 || from == Type::u64 || from == Type::f64))
      out.code = rounded_conversion;
  } else if (f >= Function::popcount) {
    const bool narrow = f >= Function::byte_permute;
    if (f == Function::reinterpret ? size_of(type) > 1 : whole && !(narrow && size_of(from) == 8))
      out.code = bit_math;
  } else if (f >= Function::add_zero) {
    if (from == Type::f32 || from == Type::f64) out.code = rounded_math;
  } else if (is_float(from)) {
    out.code = float_math;
  }
  return out;
}

}  // namespace loom::cuda
