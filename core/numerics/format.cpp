#include "core/numerics/format.hpp"

#include <cmath>
#include <limits>

#include "core/find.hpp"
#include "core/numerics/bits.hpp"

namespace loom::numerics {
namespace {

constexpr Format format_table[] = {
    {"fp32", "FP32", 8, 23, 127, Specials::ieee},
    {"tf32", "TF32", 8, 10, 127, Specials::ieee},
    {"fp16", "FP16", 5, 10, 15, Specials::ieee},
    {"bf16", "BF16", 8, 7, 127, Specials::ieee},
    {"e4m3", "FP8 E4M3", 4, 3, 7, Specials::nan_only},
    {"e5m2", "FP8 E5M2", 5, 2, 15, Specials::ieee},
    {"e4m3fnuz", "FP8 E4M3 FNUZ", 4, 3, 8, Specials::fnuz},
    {"e5m2fnuz", "FP8 E5M2 FNUZ", 5, 2, 16, Specials::fnuz},
    {"e3m2", "FP6 E3M2", 3, 2, 3, Specials::none},
    {"e2m3", "FP6 E2M3", 2, 3, 1, Specials::none},
    {"e2m1", "FP4 E2M1", 2, 1, 1, Specials::none},
    {"e8m0", "E8M0 scale", 8, 0, 127, Specials::scale, false},
    {"ue4m3", "UE4M3 scale", 4, 3, 7, Specials::nan_only, false},
};

}  // namespace

std::span<const Format> formats() { return format_table; }

const Format* find_format(std::string_view id) { return find_by_id<Format>(format_table, id); }

double decode(const Format& format, std::uint32_t code) {
  const std::uint32_t sign = code & format.sign_bit();
  const auto magnitude = static_cast<std::uint32_t>(code & (format.codes() - 1)) - sign;
  if (format.specials == Specials::fnuz ? sign != 0 && magnitude == 0
                                        : magnitude > format.max_code()) {
    const bool infinite = format.has_infinity() && magnitude == format.max_code() + 1;
    const double special = infinite ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
    return sign != 0 ? -special : special;
  }
  const int exponent = static_cast<int>(magnitude >> format.mantissa_bits);
  const std::uint32_t hidden = 1u << format.mantissa_bits, mantissa = magnitude & (hidden - 1);
  const bool subnormal = exponent == 0 && format.specials != Specials::scale;
  const double value =
      (subnormal ? mantissa : hidden + mantissa) *
      power_of_two((subnormal ? 1 : exponent) - format.bias - format.mantissa_bits);
  return sign != 0 ? -value : value;
}

Facts facts(const Format& format) {
  const bool fnuz = format.specials == Specials::fnuz, scale = format.specials == Specials::scale;
  Facts facts;
  facts.max = decode(format, format.max_code());
  facts.min_normal = scale ? decode(format, 0) : decode(format, 1u << format.mantissa_bits);
  facts.min_subnormal = scale ? 0 : decode(format, 1);
  facts.epsilon = std::ldexp(1, -format.mantissa_bits);
  facts.digits = format.digits();
  facts.zero = !scale;
  facts.negative_zero = format.has_sign && !fnuz;
  const std::uint64_t sizes = std::uint64_t{format.max_code()} + 1;
  facts.finite_codes = format.has_sign ? 2 * sizes - (fnuz ? 1 : 0) : sizes;
  facts.distinct_values = facts.finite_codes - (facts.negative_zero ? 1 : 0);
  return facts;
}

}  // namespace loom::numerics
