#include "core/cuda/run/functions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

// A half is computed in double and rounded once.
template <class T, Type half>
struct Kind {
  using Value = T;
  static T read(Bits bits) {
    if constexpr (is_half(half))
      return half_value(bits, half);
    else
      return value_in<T>(bits);
  }
  static Bits write(T value) {
    if constexpr (is_half(half))
      return half_bits(value, half);
    else
      return bits_of(value);
  }
};

// Exact where x is a multiple of 1/2.
template <class T>
T sine_of_pi(T x) {
  const T turn = std::remainder(x, T{2});  // −1 … 1
  if (turn == std::trunc(turn)) return std::copysign(T{0}, x);
  return static_cast<T>(std::sin(static_cast<double>(turn) * std::numbers::pi));
}
template <class T>
T cosine_of_pi(T x) {
  const double turn = std::fabs(static_cast<double>(std::remainder(x, T{2})));
  return static_cast<T>(turn == 0.5 ? 0.0 : std::cos(turn * std::numbers::pi));
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

template <class T>
T frexp_fraction(T x) {
  int exponent;
  return std::frexp(x, &exponent);
}
template <class T>
int frexp_exponent(T x) {
  int exponent = 0;
  if (std::isfinite(x)) (void)std::frexp(x, &exponent);
  return exponent;
}
template <class T>
int exponent_of(T x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  return std::isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

#define UNARY(name, expression)                    \
  case Function::name:                             \
    return [](Bits a, Bits, Bits) {                \
      const T x = K::read(a);                      \
      return K::write(static_cast<T>(expression)); \
    }
#define BINARY(name, expression)                   \
  case Function::name:                             \
    return [](Bits a, Bits b, Bits) {              \
      const T x = K::read(a), y = K::read(b);      \
      return K::write(static_cast<T>(expression)); \
    }
#define INTEGER(name, expression)   \
  case Function::name:              \
    return [](Bits a, Bits, Bits) { \
      const T x = K::read(a);       \
      return bits_of(expression);   \
    }

template <class K>
MathFunction elementary(Function function) {
  using T = typename K::Value;
  switch (function) {
    UNARY(sqrt, std::sqrt(x));
    UNARY(rsqrt, 1.0 / std::sqrt(static_cast<double>(x)));
    UNARY(cbrt, std::cbrt(x));
    UNARY(rcbrt, 1.0 / std::cbrt(static_cast<double>(x)));
    UNARY(reciprocal, T{1} / x);
    UNARY(exp, std::exp(x));
    UNARY(exp2, std::exp2(x));
    UNARY(exp10, std::pow(10.0, static_cast<double>(x)));
    UNARY(expm1, std::expm1(x));
    UNARY(log, std::log(x));
    UNARY(log2, std::log2(x));
    UNARY(log10, std::log10(x));
    UNARY(log1p, std::log1p(x));
    UNARY(sin, std::sin(x));
    UNARY(cos, std::cos(x));
    UNARY(tan, std::tan(x));
    UNARY(asin, std::asin(x));
    UNARY(acos, std::acos(x));
    UNARY(atan, std::atan(x));
    UNARY(sinh, std::sinh(x));
    UNARY(cosh, std::cosh(x));
    UNARY(tanh, std::tanh(x));
    UNARY(asinh, std::asinh(x));
    UNARY(acosh, std::acosh(x));
    UNARY(atanh, std::atanh(x));
    UNARY(sinpi, sine_of_pi(x));
    UNARY(cospi, cosine_of_pi(x));
    default:
      return nullptr;
  }
}

template <class K>
MathFunction special(Function function) {
  using T = typename K::Value;
  switch (function) {
    UNARY(erf, std::erf(x));
    UNARY(erfc, std::erfc(x));
    UNARY(erfinv, inverse_erf(x));
    UNARY(erfcinv, inverse_erfc(x));
    UNARY(erfcx, scaled_erfc(x));
    UNARY(normcdf, std::erfc(static_cast<double>(x) * -std::numbers::sqrt2 / 2) / 2);
    UNARY(normcdfinv, -std::numbers::sqrt2 * inverse_erfc(2 * static_cast<double>(x)));
    UNARY(tgamma, std::tgamma(x));
    UNARY(lgamma, std::lgamma(x));
    UNARY(j0, ::j0(static_cast<double>(x)));
    UNARY(j1, ::j1(static_cast<double>(x)));
    UNARY(y0, ::y0(static_cast<double>(x)));
    UNARY(y1, ::y1(static_cast<double>(x)));
    UNARY(floor, std::floor(x));
    UNARY(ceil, std::ceil(x));
    UNARY(trunc, std::trunc(x));
    UNARY(round, std::round(x));
    UNARY(rint, std::nearbyint(x));
    UNARY(saturate, std::isnan(x) || x <= 0 ? T{0} : x > 1 ? T{1} : x);
    UNARY(logb, std::logb(x));
    UNARY(frexp_fraction, frexp_fraction(x));
    INTEGER(ilogb, static_cast<std::int32_t>(exponent_of(x)));
    INTEGER(frexp_exponent, static_cast<std::int32_t>(frexp_exponent(x)));
    INTEGER(is_nan, std::isnan(x));
    INTEGER(is_infinite, std::isinf(x));
    INTEGER(is_finite, std::isfinite(x));
    INTEGER(sign_bit, std::signbit(x));
    default:
      return nullptr;
  }
}

template <class K>
MathFunction of_two(Function function) {
  using T = typename K::Value;
  switch (function) {
    BINARY(pow, std::pow(x, y));
    BINARY(fmod, std::fmod(x, y));
    BINARY(remainder, std::remainder(x, y));
    BINARY(atan2, std::atan2(x, y));
    BINARY(hypot, std::hypot(x, y));
    BINARY(copysign, std::copysign(x, y));
    BINARY(nextafter, std::nextafter(x, y));
    BINARY(fdim, std::fdim(x, y));
    BINARY(min_nan, std::isnan(x) || std::isnan(y)         ? NAN
                    : x < y || (x == y && std::signbit(x)) ? x
                                                           : y);
    BINARY(max_nan, std::isnan(x) || std::isnan(y)          ? NAN
                    : x > y || (x == y && !std::signbit(x)) ? x
                                                            : y);
    case Function::ldexp:
      return [](Bits a, Bits b, Bits) {
        return K::write(std::ldexp(K::read(a), static_cast<std::int32_t>(b)));
      };
    default:
      return nullptr;
  }
}

#undef UNARY
#undef BINARY
#undef INTEGER

template <class K>
MathFunction of_kind(Function function) {
  if (const MathFunction found = elementary<K>(function)) return found;
  if (const MathFunction found = special<K>(function)) return found;
  return of_two<K>(function);
}

}  // namespace

MathFunction float_math(Function function, Type type) {
  switch (type) {
    case Type::f32:
      return of_kind<Kind<float, Type::f32>>(function);
    case Type::f64:
      return of_kind<Kind<double, Type::f64>>(function);
    case Type::f16:
      return of_kind<Kind<double, Type::f16>>(function);
    case Type::bf16:
      return of_kind<Kind<double, Type::bf16>>(function);
    default:
      return nullptr;
  }
}

MathFunction math_function(std::int64_t number, Type type, Type from) {
  if (number < 0 || number > static_cast<std::int64_t>(Function::reinterpret)) return nullptr;
  const auto function = static_cast<Function>(number);
  if (function == Function::convert_rounded) return rounded_conversion(type, from);
  if (const MathFunction found =
          bit_function(function, function == Function::reinterpret ? type : from))
    return found;
  if (const MathFunction found = rounded_math(function, from)) return found;
  return float_math(function, from);
}

}  // namespace loom::cuda
