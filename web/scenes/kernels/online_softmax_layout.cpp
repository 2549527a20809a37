#include "web/scenes/kernels/online_softmax_layout.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"

namespace loom::scenes {
namespace {

// The smallest round number that is not below `value`.
double round_up(double value) {
  if (value <= 0) return 0;
  const double power = power_of(10, static_cast<int>(std::floor(std::log10(value))));
  for (double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (value <= step * power * (1 + 1e-9)) return step * power;
  return 10 * power;
}

float widest(const std::vector<double>& numbers, int decimals) {
  float width = 0;
  for (double number : numbers)
    width = std::max(width, text_width(fixed(number, decimals), Size::small));
  return width;
}

}  // namespace

int decimals_that_fit(const std::vector<double>& numbers, int most, float width) {
  while (most > 0 && widest(numbers, most) > width) --most;
  return most;
}

int softmax_columns(const SoftmaxRun& run, int most, float room) {
  const float need = 1 + std::max(widest(run.scores, 0), widest(run.values, 0));
  most = std::clamp(static_cast<int>(room / need), 1, most);
  const int blocks = (run.keys() + most - 1) / most;
  const int even = (run.keys() + blocks - 1) / blocks;
  const int whole = (even + run.keys_per_tile - 1) / run.keys_per_tile * run.keys_per_tile;
  return whole <= most ? std::min(whole, run.keys()) : even;
}

SoftmaxAxis axis_for(const std::vector<double>& numbers, double reach) {
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  SoftmaxAxis axis{-round_up(-std::min(0.0, *low) * 1.05),
                   round_up(std::max({0.0, *high, reach}) * 1.05)};
  if (axis.high == axis.low) axis.high = 1;
  return axis;
}

}  // namespace loom::scenes
