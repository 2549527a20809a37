#include "core/numerics/anatomy.hpp"

#include <cmath>

#include "core/numerics/convert.hpp"

namespace loom::numerics {

Anatomy dissect(const Format& format, std::uint32_t code) {
  const std::uint32_t hidden = 1u << format.mantissa_bits;
  Anatomy found;
  found.value = decode(format, code);
  found.negative = (code & format.sign_bit()) != 0;
  found.exponent = (code & (format.sign_bit() - 1)) >> format.mantissa_bits;
  found.mantissa = code & (hidden - 1);
  const bool normal = found.exponent > 0;
  found.power = (normal ? static_cast<int>(found.exponent) : 1) - format.bias;
  found.significand = std::ldexp((normal ? hidden : 0) + found.mantissa, -format.mantissa_bits);
  found.kind = std::isnan(found.value)   ? NumberKind::nan
               : std::isinf(found.value) ? NumberKind::infinity
               : found.value == 0        ? NumberKind::zero
               : normal                  ? NumberKind::normal
                                         : NumberKind::subnormal;
  return found;
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

}  // namespace loom::numerics
