// Where things are in the picture of online-softmax: keys as columns in one or more blocks, each
// with three charts (scores, weights, values), and the panel of what the row keeps.
#pragma once

#include "web/scene/kit.hpp"
#include "web/scenes/kernels/online_softmax.hpp"

namespace loom::scenes {

// As few blocks as the widest number allows, about equally long, and with whole tiles where
// possible.
int softmax_columns(const SoftmaxRun& run, int most, float room);

struct SoftmaxLayout : Picture<SoftmaxRun> {
  static constexpr float margin = 2, panel_wide = 216;

  // A narrow picture has several blocks, which are dense so that a phone shows them all.
  float room_ = width_ - 2 * margin - by_width(0, panel_wide + 28);  // for columns
  int columns_ = softmax_columns(s_, narrow_ ? 8 : 16, room_),
      blocks_ = (s_.keys() + columns_ - 1) / columns_;
  float column_ = std::min(52.f, room_ / px(columns_));
  float charts_right_ = margin + std::max(room_, column_* px(columns_));
  float bars_[3] = {by_width(32, 78), by_width(22, 58), by_width(24, 58)};  // how high
  float tile_row_ = by_width(24, 28), numbers_row_ = by_width(16, 18);
  float charts_bottom_ = block_top(blocks_ - 1) + block_height(blocks_ - 1);
  Rect panel_ = by_width(Rect{margin, charts_bottom_ + 8, width_ - 2 * margin, 106},
                         Rect{width_ - margin - panel_wide, 2, panel_wide, block_height(0) - 4});
  // The tile that is folded in, −1 before the first, and how far its two halves have come: rescale,
  // then add.
  int tile_ = view_.step - 1;
  float shrink_ = phase(0, 0.6f), grow_ = phase(0.4f, 1);
  const kernels::SoftmaxRow* row_ = tile_ >= 0 ? &s_.row(tile_) : nullptr;
  const kernels::SoftmaxRow* before_ = tile_ >= 1 ? &s_.row(tile_ - 1) : nullptr;

  float height() const { return std::max(charts_bottom_, panel_.bottom()) + 4; }
  float header(int block) const {  // above each chart
    return block == 0 ? by_width(20, 26) : by_width(3, 8);
  }
  float block_height(int block) const {
    return chart_top(block, 3) - header(block) - block_top(block);
  }
  float block_top(int block) const {
    return block == 0 ? 0 : block_top(block - 1) + block_height(block - 1) + by_width(6, 18);
  }
  float chart_top(int block, int chart) const {  // of its bars
    if (chart == 0) return block_top(block) + tile_row_ + header(block);
    return chart_top(block, chart - 1) + bars_[chart - 1] + numbers_row_ + header(block);
  }
  float phase(float start, float end) const {
    return std::clamp((view_.fraction - start) / (end - start), 0.f, 1.f);
  }
  template <class T>
  static T between(T from, T to, float share) {
    return from + (to - from) * static_cast<T>(share);
  }

  // What a row keeps from tile to tile, as registers with the arithmetic that filled them.
  void draw_panel() const;
};

}  // namespace loom::scenes
