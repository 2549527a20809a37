#include "core/numerics/group_scale.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/convert.hpp"

namespace loom::numerics {
namespace {

class Quantizer {
 public:
  explicit Quantizer(const GroupScheme& scheme)
      : scheme_(scheme), scale_(scheme.scale ? *scheme.scale : *find_format("fp32")) {
    if (scheme.element)
      most_ = decode(*scheme.element, scheme.element->max_code());
    else
      most_ = (1 << (scheme.zero_point ? scheme.bits : scheme.bits - 1)) - 1;
  }

  // In FP32 a normal number is rounded as the machine does it.
  double scale_of(double wanted) const {
    if (scale_.mantissa_bits == 23 && scale_.exponent_bits == 8 && wanted >= 0x1p-126 &&
        wanted < 0x1p127)
      return static_cast<double>(static_cast<float>(wanted));
    return decode(scale_, encode(scale_, wanted, Overflow::saturate));
  }

  // Signed integers without a zero point, in place.
  void round(std::span<double> numbers) const {
    double most = 0;
    for (const double number : numbers) most = std::max(most, std::fabs(number));
    const double scale = scale_of(most / most_);
    for (double& number : numbers)
      number = scale > 0 ? scale * std::clamp(std::nearbyint(number / scale), -most_, most_) : 0;
  }

  void group(std::span<const double> numbers, GroupQuantized& out) const {
    double low = 0, high = 0;
    for (double number : numbers) {
      low = std::min(low, number);
      high = std::max(high, number);
    }
    const double wanted = (scheme_.zero_point ? high - low : std::max(high, -low)) / most_;
    const double scale = scale_of(wanted);
    out.scales.push_back(scale);
    const double zero =
        scheme_.zero_point && scale > 0 ? std::clamp(std::nearbyint(-low / scale), 0., most_) : 0;
    if (scheme_.zero_point) out.zero_points.push_back(static_cast<int>(zero));
    for (double number : numbers) {
      const double scaled = scale > 0 ? number / scale : 0;
      double element;
      if (scheme_.element) {
        const std::uint32_t code = encode(*scheme_.element, scaled, Overflow::saturate);
        out.codes.push_back(static_cast<int>(code));
        element = decode(*scheme_.element, code);
      } else {
        const double code =
            std::clamp(std::nearbyint(scaled) + zero, scheme_.zero_point ? 0 : -most_, most_);
        out.codes.push_back(static_cast<int>(code));
        element = code - zero;
      }
      out.values.push_back(scale * element);
    }
  }

 private:
  const GroupScheme& scheme_;
  const Format& scale_;
  double most_;  // the greatest element
};

}  // namespace

GroupQuantized quantize(const GroupScheme& scheme, std::span<const double> numbers, int columns) {
  GroupQuantized out;
  const Quantizer quantizer(scheme);
  out.codes.reserve(numbers.size());
  out.values.reserve(numbers.size());
  const size_t row = columns > 0 ? static_cast<size_t>(columns) : numbers.size();
  const size_t group = scheme.group > 0 ? static_cast<size_t>(scheme.group) : row;
  for (size_t start = 0; start < numbers.size();) {
    const size_t row_end = std::min(numbers.size(), (start / row + 1) * row);
    const size_t end = std::min(row_end, start + group);
    quantizer.group(numbers.subspan(start, end - start), out);
    start = end;
  }
  return out;
}

void round_groups(int bits, std::span<double> numbers, int columns) {
  const GroupScheme scheme = {.bits = bits};
  const Quantizer quantizer(scheme);
  const auto row = static_cast<size_t>(columns);
  for (size_t start = 0; start < numbers.size(); start += row)
    quantizer.round(numbers.subspan(start, std::min(row, numbers.size() - start)));
}

double bits_per_value(const GroupScheme& scheme, const GroupQuantized& quantized) {
  const int each = scheme.scale_bits() + (scheme.zero_point ? scheme.bits : 0);
  return scheme.element_bits() + each * static_cast<double>(quantized.scales.size()) /
                                     static_cast<double>(quantized.values.size());
}

double sqnr_db(std::span<const double> numbers, std::span<const double> decoded) {
  double signal = 0, noise = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    signal += numbers[i] * numbers[i];
    noise += (numbers[i] - decoded[i]) * (numbers[i] - decoded[i]);
  }
  return noise > 0 ? 10 * std::log10(signal / noise) : INFINITY;
}

}  // namespace loom::numerics
