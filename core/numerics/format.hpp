// Small binary floating-point formats: one description, from which every number of a format
// follows.
//
// A code is, from its highest bit: sign (1, where there is one), exponent (E bits), mantissa (M
// bits). With the fields e and m, a code that is not special has the value
//   e = 0:  m · 2^(1 − bias − M)              zero and the subnormals
//   e > 0:  (2^M + m) · 2^(e − bias − M)
// Sources: IEEE 754-2019 (FP16, FP32); OCP 8-bit Floating Point Specification 1.0 (E4M3, E5M2); OCP
// Microscaling Formats 1.0 (E3M2, E2M3, E2M1, E8M0); PTX ISA (TF32, UE4M3); AMD CDNA3 ISA (the FNUZ
// pair).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace loom::numerics {

// The codes that are not ordinary numbers.
enum class Specials {
  ieee,      // the highest exponent: infinities (mantissa 0) and NaNs
  nan_only,  // only exponent and mantissa all ones: NaN; no infinity
  none,      // nothing: every code is a number
  fnuz,      // the code of −0 is NaN; no infinity, no −0
  scale,     // E8M0: no sign, no mantissa, no zero; e is 2^(e − bias) and all ones NaN
};

struct Format {
  std::string_view id;    // "e4m3", as in `loom eval`
  std::string_view name;  // "FP8 E4M3", for people
  int exponent_bits = 0, mantissa_bits = 0, bias = 0;
  Specials specials = Specials::ieee;
  bool has_sign = true;

  constexpr int bits() const { return (has_sign ? 1 : 0) + exponent_bits + mantissa_bits; }
  constexpr std::uint64_t codes() const { return std::uint64_t{1} << bits(); }
  // The bit of the sign; 0 where there is none.
  constexpr std::uint32_t sign_bit() const { return has_sign ? 1u << (bits() - 1) : 0u; }
  // The code of the largest finite value.
  constexpr std::uint32_t max_code() const {
    const std::uint32_t all =
        static_cast<std::uint32_t>((std::uint64_t{1} << (exponent_bits + mantissa_bits)) - 1);
    switch (specials) {
      case Specials::ieee:
        return all - (1u << mantissa_bits);
      case Specials::nan_only:
      case Specials::scale:
        return all - 1;
      default:
        return all;
    }
  }
  // Decimal digits that the stored mantissa is worth: M · log10 2.
  constexpr double digits() const { return mantissa_bits * 0.30102999566398120; }
  constexpr bool has_infinity() const { return specials == Specials::ieee; }
  constexpr bool has_nan() const { return specials != Specials::none; }
  // The NaN that rounding gives; only where has_nan().
  constexpr std::uint32_t nan_code() const {
    if (specials == Specials::fnuz) return sign_bit();
    if (specials == Specials::ieee) return max_code() + 1 + (1u << (mantissa_bits - 1));  // quiet
    return max_code() + 1;
  }
};

// FP32 and TF32 first, then by falling bits: fp32, tf32, fp16, bf16, e4m3, e5m2, e4m3fnuz,
// e5m2fnuz, e3m2, e2m3, e2m1, e8m0, ue4m3.
std::span<const Format> formats();

// nullptr: there is none of that id.
const Format* find_format(std::string_view id);

// The value of a code, exactly; NaN and infinity as such. Bits above the format's are ignored.
double decode(const Format& format, std::uint32_t code);

// The row of a format in a table of formats.
struct Facts {
  double max = 0, min_normal = 0;
  double min_subnormal = 0;  // 0: there are none
  double epsilon = 0;        // from 1 to the next larger number: 2^−M
  double digits = 0;         // Format::digits()
  bool zero = false, negative_zero = false;
  std::uint64_t finite_codes = 0, distinct_values = 0;  // −0 and 0 are one value
};
Facts facts(const Format& format);

}  // namespace loom::numerics
