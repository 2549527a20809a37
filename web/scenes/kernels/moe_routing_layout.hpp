// Where everything in the picture of `moe-routing` is.
#pragma once

#include "core/kernels/moe_routing.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// From top to bottom: one block of numbered tokens per choice, a few rows of counts per expert, the
// experts' tiles (two slots wide, four high, growing downwards), the machine's schedules.
struct MoeLayout {
  MoeLayout(const kernels::MoeRouting& routing, float picture_width);

  enum Count { name, kept, busiest, padded, dropped };

  scene::Rect token(int choice, int token) const;
  float choice_heading(int choice) const;          // middle of the text
  float lane_y() const { return counts_top - 7; }  // where a token's path runs sideways
  float count_y(Count row) const {
    return counts_top + count_pitch * (static_cast<float>(row) + 0.5f);
  }
  float column(int expert) const { return gutter + pitch * static_cast<float>(expert); }
  float column_middle(int expert) const { return column(expert) + pitch / 2; }
  scene::Rect slot(int expert, int slot) const;
  scene::Rect tile(int expert, int tile) const;
  // The pile of `count` dropped tokens below an expert's `tiles` tiles, and the n-th token in it.
  scene::Rect pile(int expert, int tiles, int count) const;
  scene::Rect in_pile(int expert, int tiles, int n) const;
  // y of the edge between `slots` slots and the next, in the left and the right half of a column.
  scene::Point edge(int slots) const;
  float drag_y(double slots) const;  // the same as a straight line: what a drag maps to

  bool narrow, limited;
  float width;
  int experts, tokens_per_row, token_rows;
  float token_size, token_pitch, token_row_pitch, token_block;
  float gutter, pitch, counts_top, count_pitch;
  float slot_width, slot_height, tile_pitch, tiles_top, tiles_bottom;
  float schedule_top, cell_width, cell_height, grouped_x, cells_top, height;
};

}  // namespace loom::scenes
