#include "core/numerics/neighbors.hpp"

#include <cmath>

#include "core/numerics/convert.hpp"

namespace loom::numerics {
namespace {

// The code of a size one step further from zero, or nearer to it.
std::optional<std::uint32_t> step(const Format& format, std::uint32_t code, bool up) {
  if (std::isnan(decode(format, code))) return std::nullopt;
  const std::uint32_t sign = code & format.sign_bit(), size = code - sign;
  const bool zero = size == 0 && format.specials != Specials::scale;
  if (zero && !up) return format.has_sign ? std::optional(format.sign_bit() | 1u) : std::nullopt;
  if (zero || (sign == 0) == up) {
    const std::uint32_t last = format.max_code() + (format.has_infinity() ? 1 : 0);
    if (size == last) return std::nullopt;
    return (zero ? 0 : sign) | (size + 1);
  }
  if (size == 0) return std::nullopt;
  return size == 1 ? 0 : sign | (size - 1);
}

}  // namespace

std::optional<std::uint32_t> next_above(const Format& format, std::uint32_t code) {
  return step(format, code, true);
}

std::optional<std::uint32_t> next_below(const Format& format, std::uint32_t code) {
  return step(format, code, false);
}

double Neighbors::share(double x) const {
  return std::isinf(above) ? 0 : (x - below) / (above - below);
}

Neighbors neighbors(const Format& format, double x) {
  Neighbors found;
  found.below_code = encode(format, x, Overflow::saturate, Rounding::toward_zero);
  found.above_code = found.below_code + 1;
  found.below = decode(format, found.below_code);
  const bool last = (found.below_code & (format.sign_bit() - 1)) == format.max_code();
  found.above = last ? std::copysign(HUGE_VAL, x) : decode(format, found.above_code);
  return found;
}

std::uint32_t first_code_from(const Format& format, double x) {
  const Neighbors found = neighbors(format, x);
  return found.below < x ? found.above_code : found.below_code;
}

void Binades::include(const Format& format) {
  low = std::min(low, 1 - format.bias - format.mantissa_bits - 1);
  high = std::max(high, std::ilogb(decode(format, format.max_code())) + 1);
  most_bits = std::max(most_bits, format.mantissa_bits);
}

int numbers_in_binade(const Format& format, int exponent) {
  return static_cast<int>(first_code_from(format, std::ldexp(1., exponent + 1)) -
                          first_code_from(format, std::ldexp(1., exponent)));
}

}  // namespace loom::numerics
