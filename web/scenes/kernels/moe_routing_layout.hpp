// Where everything in the picture of `moe-routing` is.
#pragma once

#include "web/scene/kit.hpp"
#include "web/scenes/kernels/moe_routing.hpp"

namespace loom::scenes {

// Numbered tokens above, a block for each choice. Below, a row for each expert: its name, counts in
// columns, and its tiles from left to right, each filled column by column; what it drops follows
// them. Beside the rows, or below, the machine's schedules. The height is the same in every state:
// there is room for two choices, and for all tokens at one expert.
struct MoeLayout : Picture<MoePicture> {
  enum Count { kept, padded, dropped };
  static constexpr float margin = 2, tile_gap = 4, schedule_wide = 142;
  static constexpr int tile_slots = 8, most_tiles = 5, most_experts = 8, choices = 2;

  const kernels::MoeRouting& routing_ = s_.routing;
  int experts_ = routing_.options.experts, places_ = routing_.options.places;
  int tokens_per_row_ = narrow_ ? 16 : 32,
      token_rows_ = (routing_.options.tokens + tokens_per_row_ - 1) / tokens_per_row_;
  float token_pitch_ = (width_ - 2 * margin - by_width(26, 74)) / px(tokens_per_row_);
  float token_size_ = token_pitch_ - 3, token_high_ = token_size_ + by_width(2, 5);
  float token_block_ = token_high_ * px(token_rows_) + by_width(2, 4);

  float rows_top_ = token_block_ * choices + by_width(26, 28);
  float row_pitch_ = by_width(24, 28) * most_experts / px(experts_);
  float rows_bottom_ = rows_top_ + by_width(24, 28) * most_experts;
  float rows_right_ = width_ - by_width(margin, schedule_wide + 12);
  // Few experts in a narrow picture have higher rows, and there tiles are narrower.
  int columns_ = narrow_ && experts_ < most_experts ? 2 : 4, rows_ = tile_slots / columns_;
  float tiles_left_ = by_width(58, 158), tile_pitch_ = (rows_right_ - tiles_left_) / most_tiles;
  float slot_width_ = (tile_pitch_ - tile_gap) / px(columns_);
  float slot_height_ = std::min(22.f, (row_pitch_ - 3) / px(rows_));

  // Two schedules: one launch per expert, and grouped; from the title down.
  float cell_width_ = by_width(19, 17), cell_height_ = by_width(13, 14);
  float cells_top_ = by_width(32, 50), foot_ = rows_bottom_ + by_width(20, 28);
  float high_ = cells_top_ + cell_height_ * px(places_) + 16;
  float across_ = (width_ - 3 * margin) / 2;
  Rect first_ =
      by_width(Rect{margin, foot_ + 22, across_ + 16, high_},
               Rect{width_ - schedule_wide, foot_ - 2 * high_ - 8, schedule_wide - margin, high_});
  Rect second_ =
      by_width(Rect{margin + across_ + 18, first_.y, across_ - 16, high_}, below(first_, 6, high_));

  float height() const { return by_width(first_.bottom() + 2, foot_); }

  Rect token(int choice, int token) const {
    return {width_ - margin - token_pitch_ * px(tokens_per_row_) +
                token_pitch_ * px(token % tokens_per_row_),
            1 + token_block_ * px(choice) + token_high_ * px(token / tokens_per_row_), token_size_,
            token_size_};
  }
  Point choice_heading(int choice) const {  // left middle
    return {margin, token_block_ * px(choice) + token_size_ / 2 + by_width(1, 0)};
  }
  float head_y() const { return rows_top_ - 9; }
  float lane_y() const { return rows_top_ - 20; }  // where a token's path runs sideways
  float count_x(Count column) const {              // the middle
    return column == kept ? by_width(40, 34) : column == padded ? 77 : 130;
  }
  Point busiest_key() const {  // the middle of its frame; narrow, beside the head of the runs
    return by_width(Point{width_ - margin - 62, first_.y - 12}, {15, rows_bottom_ + 13});
  }

  Rect row(int expert) const {
    return {0, rows_top_ + row_pitch_ * px(expert), rows_right_, row_pitch_};
  }
  Rect tile(int expert, int tile) const {
    const float high = slot_height_ * px(rows_);
    return {tiles_left_ + tile_pitch_ * px(tile), row(expert).center().y - high / 2,
            slot_width_ * px(columns_), high};
  }
  Rect slot(int expert, int slot) const {
    return in_pile(expert, slot / tile_slots, slot % tile_slots);
  }
  // The `count` tokens that are dropped behind an expert's `tiles` tiles, and the n-th of them.
  Rect pile(int expert, int tiles, int count) const {
    Rect box = tile(expert, tiles);
    box.width = slot_width_ * px((count + rows_ - 1) / rows_);
    return box;
  }
  Rect in_pile(int expert, int tiles, int n) const {
    const Rect box = tile(expert, tiles);
    return {box.x + slot_width_ * px(n / rows_), box.y + slot_height_ * px(n % rows_), slot_width_,
            slot_height_};
  }
  // The edge between an expert's first `slots` slots and the next, from top to bottom.
  std::vector<Point> edge(int expert, int slots) const {
    const Rect next = slot(expert, slots), whole = row(expert);
    const int rest = slots % tile_slots;
    const float x = rest == 0 ? next.x - tile_gap / 2 : next.x;
    if (rest % rows_ == 0) return {{x, whole.y}, {x, whole.bottom()}};
    return {
        {x + slot_width_, whole.y}, {x + slot_width_, next.y}, {x, next.y}, {x, whole.bottom()}};
  }
  // The same as one place: what a drag maps to.
  float slots_x(double slots) const { return tiles_left_ + tile_pitch_ / tile_slots * px(slots); }
};

}  // namespace loom::scenes
