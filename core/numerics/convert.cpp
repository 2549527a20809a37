#include "core/numerics/convert.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/bits.hpp"

namespace loom::numerics {
namespace {

constexpr std::uint32_t float_infinity = 0x7f800000;

// The code for numbers beyond the largest finite one.
std::uint32_t overflow_code(const Format& format, Overflow overflow) {
  if (overflow == Overflow::saturate || !format.has_nan()) return format.max_code();
  return format.has_infinity() ? format.max_code() + 1 : format.nan_code();
}

// A number below 2^51.
double rounded(double value, Rounding rounding, Random* random) {
  // Above 2^52 doubles are whole numbers: the sum is rounded to one, ties to even.
  if (rounding == Rounding::nearest_even) return value + 0x1p52 - 0x1p52;
  const double below = std::floor(value);
  return rounding == Rounding::stochastic && random->unit() < value - below ? below + 1 : below;
}

// The exponent of the smallest normal number; of the smallest number in a format without
// subnormals.
int lowest_exponent(const Format& format) {
  return (format.specials == Specials::scale ? 0 : 1) - format.bias;
}

}  // namespace

Overflow usual_overflow(const Format& format) {
  return format.bits() > 8 ? Overflow::ieee : Overflow::saturate;
}

double overflow_tie(const Format& format) {
  const double largest = decode(format, format.max_code());
  return largest + std::ldexp(0.5, std::ilogb(largest) - format.mantissa_bits);
}

std::uint32_t encode(const Format& format, double value, Overflow overflow, Rounding rounding,
                     Random* random) {
  if (std::isnan(value)) return format.has_nan() ? format.nan_code() : format.max_code();
  const bool negative = std::signbit(value);
  if (negative && !format.has_sign && format.specials != Specials::scale) return 0;
  const std::uint32_t sign = negative ? format.sign_bit() : 0;
  const double size = std::fabs(value);
  if (std::isinf(size)) return sign | overflow_code(format, overflow);
  // Neighbors are 2^step apart. Counted in these steps, the number is scaled exactly and then
  // rounded once. The sum below covers subnormals (no hidden bit), normals, and the carry into the
  // next exponent.
  const int lowest = lowest_exponent(format), mantissa = format.mantissa_bits;
  const int step = std::clamp(exponent_of(size), lowest, 1022) - mantissa;
  const auto count =
      static_cast<std::int64_t>(rounded(size * power_of_two(-step), rounding, random));
  std::int64_t code =
      (static_cast<std::int64_t>(step + mantissa + format.bias - 1) << mantissa) + count;
  code = std::max<std::int64_t>(code, 0);
  if (code > format.max_code())
    code = rounding == Rounding::toward_zero ? format.max_code() : overflow_code(format, overflow);
  if (code == 0 && format.specials == Specials::fnuz) return 0;
  return sign | static_cast<std::uint32_t>(code);
}

namespace {

// All bits where the condition holds. Choosing by bits keeps the loops below free of branches, so
// that compilers vectorize them: a choice of two floats they may turn into a jump around one.
std::uint32_t mask(bool condition) { return 0u - static_cast<std::uint32_t>(condition); }

std::uint32_t choose(bool condition, std::uint32_t yes, std::uint32_t no) {
  return (yes & mask(condition)) | (no & ~mask(condition));
}

// E8M0's codes are a float's exponents; half a step more is a carry into them. The last half step
// below 2^−126, where floats have no hidden bit, belongs to code 1.
void encode_scales(const Format& format, std::span<const float> values, Overflow overflow,
                   std::span<std::uint16_t> codes) {
  const std::uint32_t beyond = overflow_code(format, overflow), nan = format.nan_code();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t size = to_bits(values[i]) & 0x7fffffff;
    const std::uint32_t nearest = (size + 0x00400000) >> 23 & mask(size >= 0x00600000);
    const std::uint32_t capped = choose(nearest > format.max_code(), beyond, nearest);
    codes[i] = static_cast<std::uint16_t>(choose(size > float_infinity, nan, capped));
  }
}

}  // namespace

// Both ways of rounding are computed for every value and one is taken: a normal number is rounded
// in its bits; a subnormal one by adding a number whose last bit weighs as much as the smallest
// subnormal, which makes the hardware's own rounding do it.
void encode_all(const Format& format, std::span<const float> values, Overflow overflow,
                std::span<std::uint16_t> codes) {
  if (format.specials == Specials::scale) return encode_scales(format, values, overflow, codes);
  const int cut = 23 - format.mantissa_bits, sign_shift = 32 - format.bits();
  const std::uint32_t below_half = (1u << (cut - 1)) - 1, max = format.max_code(),
                      sign_bit = format.sign_bit();
  const auto bias_gap = static_cast<std::uint32_t>(127 - format.bias) << format.mantissa_bits;
  const float magic = std::ldexp(1.0f, lowest_exponent(format) + cut);
  const std::uint32_t magic_bits = to_bits(magic),
                      smallest_normal = to_bits(std::ldexp(1.0f, lowest_exponent(format)));
  const std::uint32_t beyond = overflow_code(format, overflow),
                      nan = format.has_nan() ? format.nan_code() : max;
  const std::uint32_t negative_zero = mask(format.specials != Specials::fnuz),
                      negatives = mask(format.has_sign);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t bits = to_bits(values[i]), size = bits & 0x7fffffff;
    const std::uint32_t normal = ((size + below_half + (size >> cut & 1)) >> cut) - bias_gap;
    const std::uint32_t subnormal = to_bits(float_from_bits(size) + magic) - magic_bits;
    const std::uint32_t nearest = choose(size < smallest_normal, subnormal, normal);
    const std::uint32_t capped = choose(nearest > max, beyond, nearest);
    const std::uint32_t kept = capped & (negatives | mask(bits >> 31 == 0));
    const std::uint32_t sign = bits >> sign_shift & sign_bit & (negative_zero | mask(kept != 0));
    codes[i] = static_cast<std::uint16_t>(choose(size > float_infinity, nan, kept | sign));
  }
}

Conversion convert(const Format& format, double x, const ConvertOptions& options) {
  const auto code = [&](const Format& to, double value) {
    Random random(options.seed);
    return encode(to, value, options.overflow.value_or(usual_overflow(to)), options.rounding,
                  &random);
  };
  Conversion made{.from = x};
  if (options.half_first && format.bits() <= 8) {
    const Format& half = *find_format("fp16");
    made.from = decode(half, code(half, x));
  }
  made.code = code(format, made.from);
  made.value = decode(format, made.code);
  made.error = x == 0 || !std::isfinite(x) || !std::isfinite(made.value)
                   ? -1
                   : std::fabs((made.value - x) / x);
  return made;
}

void decode_all(const Format& format, std::span<const std::uint16_t> codes,
                std::span<float> values) {
  if (format.bits() <= 8) {
    float table[256];
    for (std::uint32_t code = 0; code < 256; ++code)
      table[code] = static_cast<float>(decode(format, code));
    for (std::size_t i = 0; i < codes.size(); ++i) values[i] = table[codes[i] & 255];
    return;
  }
  // A code's exponent and mantissa are a float's, a power of two too small; subnormals come out
  // right as well.
  const std::uint32_t max = format.max_code(), magnitude_bits = format.sign_bit() - 1;
  const int widen = 23 - format.mantissa_bits, sign_shift = 32 - format.bits();
  const float factor = std::ldexp(1.0f, 127 - format.bias);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint32_t magnitude = codes[i] & magnitude_bits;
    const std::uint32_t finite = to_bits(float_from_bits(magnitude << widen) * factor);
    const std::uint32_t special = choose(magnitude == max + 1, float_infinity, 0x7fc00000);
    const std::uint32_t sign = (std::uint32_t{codes[i]} << sign_shift) & 0x80000000u;
    values[i] = float_from_bits(sign | choose(magnitude > max, special, finite));
  }
}

}  // namespace loom::numerics
