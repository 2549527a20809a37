#include "core/numerics/anatomy.hpp"

#include <cmath>

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

std::string code_text(const Format& format, std::uint32_t code) {
  constexpr char digits[] = "0123456789ABCDEF";
  const int bits = format.bits();
  std::string text = "0x";
  for (int shift = (bits <= 4 ? 1 : (bits + 7) / 8 * 2) * 4; shift > 0;)
    text += digits[code >> (shift -= 4) & 15];
  return text;
}

std::string bits_text(const Format& format, std::uint32_t code, char between) {
  std::string text;
  for (int bit = format.bits() - 1; bit >= 0; --bit) {
    text += static_cast<char>('0' + (code >> bit & 1));
    const bool after_sign = format.has_sign && bit == format.bits() - 1;
    if (bit > 0 && (after_sign || bit == format.mantissa_bits)) text += between;
  }
  return text;
}

}  // namespace loom::numerics
