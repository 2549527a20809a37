#include "web/scenes/kernels/online_softmax_layout.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"
#include "web/scenes/kernels/online_softmax_panel.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

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

int decimals_that_fit(const std::vector<double>& numbers, int most, float width) {
  while (most > 0 && widest(numbers, most) > width) --most;
  return most;
}

// As few blocks as the widest number allows, with about equal lengths, and with whole tiles if
// possible.
int choose_columns(const SoftmaxRun& run, int most, float room) {
  const float need = 1 + std::max(widest(run.scores, 0), widest(run.values, 0));
  most = std::clamp(static_cast<int>(room / need), 1, most);
  const int blocks = (run.keys() + most - 1) / most;
  const int even = (run.keys() + blocks - 1) / blocks;
  const int whole = (even + run.keys_per_tile - 1) / run.keys_per_tile * run.keys_per_tile;
  return whole <= most ? std::min(whole, run.keys()) : even;
}

}  // namespace

SoftmaxAxis axis_for(const std::vector<double>& numbers, double reach) {
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  SoftmaxAxis axis{-round_up(-std::min(0.0, *low) * 1.05),
                   round_up(std::max({0.0, *high, reach}) * 1.05)};
  if (axis.high == axis.low) axis.high = 1;
  return axis;
}

float SoftmaxLayout::block_height(int block) const {
  return tile_row() + bar_heights[0] + bar_heights[1] + bar_heights[2] +
         3 * (header(block) + numbers_row());
}

float SoftmaxLayout::block_top(int block) const {
  float top = 0;
  for (int i = 0; i < block; ++i) top += block_height(i) + block_gap();
  return top;
}

float SoftmaxLayout::chart_top(int block, int chart) const {
  float top = block_top(block) + tile_row() + header(block);
  for (int i = 0; i < chart; ++i) top += nth(bar_heights, i) + numbers_row() + header(block);
  return top;
}

SoftmaxLayout lay_out_softmax(const SoftmaxRun& run, float width) {
  constexpr float margin = SoftmaxLayout::margin, panel_width = 216, gap = 28, widest_column = 52;
  SoftmaxLayout layout;
  layout.narrow = width < narrow_limit;
  layout.room = width - 2 * margin - (layout.narrow ? 0 : panel_width + gap);
  layout.columns = choose_columns(run, layout.narrow ? 8 : 16, layout.room);
  layout.blocks = (run.keys() + layout.columns - 1) / layout.columns;
  layout.column = std::min(widest_column, layout.room / static_cast<float>(layout.columns));
  layout.score_decimals = decimals_that_fit(run.scores, run.score_decimals, layout.column - 1);
  layout.value_decimals = decimals_that_fit(run.values, run.value_decimals, layout.column - 1);
  if (layout.narrow) {
    layout.bar_heights = {32, 22, 24};
    layout.panel = {margin, layout.charts_height() + 8, width - 2 * margin, narrow_panel_height};
  } else {
    layout.bar_heights = {78, 58, 58};
    layout.panel = {width - margin - panel_width, 2, panel_width, layout.block_height(0) - 4};
  }
  return layout;
}

}  // namespace loom::scenes
