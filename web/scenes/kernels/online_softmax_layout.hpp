// Where things are in the picture of online-softmax: keys as columns in one or more blocks, each
// with three charts (scores, weights, values), and the panel of what the row keeps.
#pragma once

#include <algorithm>
#include <array>

#include "web/scenes/kernels/online_softmax.hpp"

namespace loom::scenes {

// A vertical scale.
struct SoftmaxAxis {
  double low = 0, high = 1;
  float top = 0, bottom = 1;
  float y(double value) const {
    return bottom + static_cast<float>((value - low) / (high - low)) * (top - bottom);
  }
};

// A range that contains 0, `reach` and every number, with a little room to drag into.
SoftmaxAxis axis_for(const std::vector<double>& numbers, double reach);

struct SoftmaxLayout {
  bool narrow = false;
  int columns = 1, blocks = 1;
  int score_decimals = 0, value_decimals = 0;  // that fit into a column
  float room = 0;                              // for columns
  float column = 0;                            // width of one
  std::array<float, 3> bar_heights{};
  scene::Rect panel{};

  static constexpr float margin = 2;

  // A narrow picture has several blocks, which are dense so that a phone shows them all.
  float tile_row() const { return narrow ? 24 : 28; }
  float numbers_row() const { return narrow ? 16 : 18; }
  float block_gap() const { return narrow ? 6 : 18; }
  float header(int block) const {  // above each chart
    return block == 0 ? (narrow ? 20.f : 26.f) : (narrow ? 3.f : 8.f);
  }
  float block_height(int block) const;
  float block_top(int block) const;
  float chart_top(int block, int chart) const;  // of its bars
  float title_y(int chart) const { return chart_top(0, chart) - (narrow ? 11 : 13); }
  float charts_height() const { return block_top(blocks - 1) + block_height(blocks - 1); }
  float height() const { return std::max(charts_height(), panel.bottom()) + 4; }
  float charts_right() const {
    return margin + std::max(room, column * static_cast<float>(columns));
  }
  float x(int key) const { return margin + column * static_cast<float>(key % columns); }
};

SoftmaxLayout lay_out_softmax(const SoftmaxRun& run, float width);

}  // namespace loom::scenes
