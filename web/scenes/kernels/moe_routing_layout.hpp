// Where everything in the picture of `moe-routing` is.
#pragma once

#include "core/kernels/moe_routing.hpp"
#include "web/scene/kit/panels.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// Numbered tokens above, in a block for each choice. Below, a row for each expert: its name, counts
// in columns, and its tiles from left to right, each filled column by column; dropped tokens follow
// them. The machine's schedules are beside the rows or below them. The height is the same in every
// state: there is room for two choices, and for all tokens at one expert.
struct MoeLayout {
  MoeLayout(const kernels::MoeRouting& routing, float picture_width);

  enum Count { kept, padded, dropped };

  scene::Rect token(int choice, int token) const;
  scene::Point choice_heading(int choice) const;  // left middle
  float head_y() const { return rows_top - 9; }
  float lane_y() const { return rows_top - 20; }  // where a token's path runs sideways
  float count_x(Count column) const;              // the middle
  scene::Point busiest_key() const;               // the middle of the key's frame
  scene::Rect row(int expert) const;
  scene::Rect slot(int expert, int slot) const;
  scene::Rect tile(int expert, int tile) const;
  // The `count` dropped tokens behind an expert's `tiles` tiles, and the n-th of them.
  scene::Rect pile(int expert, int tiles, int count) const;
  scene::Rect in_pile(int expert, int tiles, int n) const;
  // The edge between an expert's first `slots` slots and the next, from top to bottom.
  std::vector<scene::Point> edge(int expert, int slots) const;
  float slots_x(double slots) const;                  // the same as one place: what a drag maps to
  bool numbered() const { return slot_width >= 15; }  // whether a token's number fits into a slot

  bool narrow, limited;
  float width;
  int experts, columns, rows;  // of a tile
  int tokens_per_row;
  float token_pitch, token_size, token_high, token_block;  // high: of a row of tokens
  float rows_top, row_pitch, rows_bottom, rows_right;
  float tiles_left, slot_width, slot_height, tile_pitch;
  scene::Rect schedules[2];  // one launch per expert, grouped: from the title down
  float cell_width, cell_height, cells_top, height;  // cells_top: below a schedule's top
};

}  // namespace loom::scenes
