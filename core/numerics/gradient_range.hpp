// What happens to numbers of very different sizes in a format: flushed to zero, subnormal, normal,
// or too large. Sizes are log-normal: log2|g| is normally distributed, which roughly describes
// gradients (Micikevicius et al., Mixed Precision Training, 2017, figures 2 and 3).
// Shares come from the normal distribution's closed form at the exact thresholds of rounding to
// nearest even (core/numerics/convert.hpp).
#pragma once

#include "core/numerics/format.hpp"

namespace loom::numerics {

// Where the size of a number changes what it rounds to.
struct Thresholds {
  double zero;      // up to this: zero (half the smallest subnormal, a tie, goes to zero)
  double normal;    // from this on: no subnormal any more
  double overflow;  // beyond this: more than half a step above the largest number. Exactly this
                    // overflows where the largest number is odd, and not where it is even (E4M3).
};
// Of a format with a sign and subnormals.
Thresholds thresholds(const Format& format);

struct Gradients {
  double median = -23;  // log2 of the median size
  double spread = 4;    // standard deviation of log2 of the size; above 0
  double scale = 0;     // log2 of what they are multiplied by
};

struct RangeShares {
  double zero, subnormal, normal, overflow;  // together 1
};
RangeShares range_shares(const Format& format, const Gradients& gradients);

// The share of sizes, scaled, between 2^from and 2^to.
double share_between(const Gradients& gradients, double from, double to);

// The smallest of the scales 2^0 … 2^most that loses the fewest gradients to zero and to overflow,
// or up to `slack` more of them.
int best_scale(const Format& format, Gradients gradients, int most, double slack);

}  // namespace loom::numerics
