#include "core/numerics/block_scale.hpp"

#include <algorithm>
#include <cmath>

#include "core/find.hpp"
#include "core/numerics/convert.hpp"

namespace loom::numerics {
namespace {

constexpr BlockScheme scheme_table[] = {
    {"mxfp4", "MXFP4", "e2m1", 4, 32, false},
    {"mxfp6_e2m3", "MXFP6 E2M3", "e2m3", 6, 32, false},
    {"mxfp6_e3m2", "MXFP6 E3M2", "e3m2", 6, 32, false},
    {"mxfp8_e4m3", "MXFP8 E4M3", "e4m3", 8, 32, false},
    {"mxfp8_e5m2", "MXFP8 E5M2", "e5m2", 8, 32, false},
    {"mxint8", "MXINT8", "", 8, 32, false},
    {"nvfp4", "NVFP4", "e2m1", 4, 16, true},
};

constexpr double int8_unit =
    64;  // MXINT8 counts in 1/64; −128 is never made, so that the range is symmetric
constexpr std::uint8_t e8m0_nan = 0xff, e4m3_nan = 0x7f;

bool finite(std::span<const float> block) {
  return std::all_of(block.begin(), block.end(),
                     [](float number) { return std::isfinite(number); });
}

double greatest(std::span<const float> numbers) {
  double most = 0;
  for (float number : numbers)
    if (std::isfinite(number)) most = std::max(most, std::fabs(static_cast<double>(number)));
  return most;
}

// `element`: the scheme's format, nullptr for MXINT8.
std::uint8_t encode_element(const Format* element, double scaled) {
  if (!element) {
    const double counted = std::clamp(std::nearbyint(scaled * int8_unit), -127.0, 127.0);
    return static_cast<std::uint8_t>(static_cast<std::int8_t>(counted));
  }
  return static_cast<std::uint8_t>(encode(*element, scaled, Overflow::saturate));
}

double decode_element(const Format* element, std::uint8_t code) {
  return element ? decode(*element, code) : static_cast<std::int8_t>(code) / int8_unit;
}

// The exponent of the shared power of two.
int shared_exponent(const BlockScheme& scheme, double most, ScaleRule rule) {
  const double top = greatest_element(scheme);
  int exponent = std::ilogb(most) - std::ilogb(top);
  if (rule == ScaleRule::round_up && std::ldexp(most, -exponent) > top) ++exponent;
  return std::clamp(exponent, -127, 127);
}

struct Scale {
  std::uint8_t code;
  double value;  // 0: the elements are zeros
};

Scale block_scale(const BlockScheme& scheme, std::span<const float> block, ScaleRule rule,
                  double tensor_scale) {
  const double most = greatest(block);
  if (scheme.tensor_scale) {
    if (!finite(block)) return {e4m3_nan, NAN};
    const Format& e4m3 = *find_format("e4m3");
    const std::uint32_t code = encode(e4m3, most / 6 / tensor_scale, Overflow::saturate);
    return {static_cast<std::uint8_t>(code), decode(e4m3, code) * tensor_scale};
  }
  if (!finite(block)) return {e8m0_nan, NAN};
  if (most == 0) return {0, 0};
  const int exponent = shared_exponent(scheme, most, rule);
  return {static_cast<std::uint8_t>(exponent + 127), std::ldexp(1.0, exponent)};
}

}  // namespace

std::span<const BlockScheme> block_schemes() { return scheme_table; }

const BlockScheme* find_block_scheme(std::string_view id) {
  return find_by_id<BlockScheme>(scheme_table, id);
}

double decode_element(const BlockScheme& scheme, std::uint8_t code) {
  return decode_element(find_format(scheme.element), code);
}

double greatest_element(const BlockScheme& scheme) {
  if (scheme.element.empty()) return 127 / int8_unit;
  const Format& format = *find_format(scheme.element);
  return decode(format, format.max_code());
}

double decode_scale(const BlockScheme& scheme, std::uint8_t code, double tensor_scale) {
  return decode(*find_format(scheme.tensor_scale ? "e4m3" : "e8m0"), code) * tensor_scale;
}

double tensor_scale_for(double greatest) {
  constexpr double most_per_scale = 448 * 6;
  const auto scale = static_cast<double>(static_cast<float>(greatest / most_per_scale));
  return scale > 0 ? scale : 1;
}

BlockQuantized quantize(const BlockScheme& scheme, std::span<const float> numbers, ScaleRule rule,
                        std::optional<double> tensor_scale) {
  const Format* element = find_format(scheme.element);
  BlockQuantized out;
  if (scheme.tensor_scale)
    out.tensor_scale = tensor_scale ? *tensor_scale : tensor_scale_for(greatest(numbers));
  while (!numbers.empty()) {
    const auto block = numbers.first(std::min(numbers.size(), static_cast<size_t>(scheme.block)));
    numbers = numbers.subspan(block.size());
    const Scale scale = block_scale(scheme, block, rule, out.tensor_scale);
    out.scales.push_back(scale.code);
    for (float number : block) {
      const bool usable = scale.value > 0;  // neither zero nor NaN
      const auto exact = static_cast<double>(number);
      const std::uint8_t code =
          encode_element(element, usable                    ? exact / scale.value
                                  : std::isnan(scale.value) ? 0
                                                            : std::copysign(0, exact));
      out.codes.push_back(code);
      out.values.push_back(scale.value * decode_element(element, code));
    }
  }
  return out;
}

}  // namespace loom::numerics
