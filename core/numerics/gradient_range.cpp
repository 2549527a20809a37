#include "core/numerics/gradient_range.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"

namespace loom::numerics {
namespace {

// The share of a normal distribution above z; exact far out on either side.
double above(double z) { return 0.5 * std::erfc(z / std::sqrt(2.)); }

double standard(const Gradients& g, double log2) { return (log2 - g.median - g.scale) / g.spread; }

}  // namespace

Thresholds thresholds(const Format& format) {
  const double subnormal = decode(format, 1), largest = decode(format, format.max_code());
  const double step = largest - decode(format, format.max_code() - 1);
  return {subnormal / 2, std::ldexp(1, 1 - format.bias) - subnormal / 2, largest + step / 2};
}

double share_between(const Gradients& gradients, double from, double to) {
  const double low = standard(gradients, from), high = standard(gradients, to);
  // In the tail where both are small, so that nothing cancels.
  return low < 0 ? above(-high) - above(-low) : above(low) - above(high);
}

RangeShares range_shares(const Format& format, const Gradients& gradients) {
  const Thresholds at = thresholds(format);
  const double zero = binary_logarithm(at.zero), normal = binary_logarithm(at.normal),
               overflow = binary_logarithm(at.overflow);
  return {above(-standard(gradients, zero)), share_between(gradients, zero, normal),
          share_between(gradients, normal, overflow), above(standard(gradients, overflow))};
}

int best_scale(const Format& format, Gradients gradients, int most, double slack) {
  const auto lost = [&](int scale) {
    gradients.scale = scale;
    const RangeShares shares = range_shares(format, gradients);
    return shares.zero + shares.overflow;
  };
  double least = 1;
  for (int scale = 0; scale <= most; ++scale) least = std::min(least, lost(scale));
  int scale = 0;
  while (lost(scale) > least + slack) ++scale;
  return scale;
}

}  // namespace loom::numerics
