#include "web/scenes/kernels/moe_routing_layout.hpp"

#include <algorithm>
#include <cmath>

namespace loom::scenes {
namespace {

using scene::Point;
using scene::Rect;

constexpr float margin = 2, heading = 18, pile_head = 16, tile_gap = 6;
constexpr int columns = 2, rows = 4;  // slots of a tile

// Tiles that the longest column needs. With a limit there is room for the limit itself, and for
// what it drops below a last tile that is not full; it depends on what experts are asked for and
// not on the factor, so that the picture keeps its height while the limit is dragged.
int tiles_high(const kernels::MoeRouting& routing) {
  int most = 1;
  for (const kernels::ExpertLoad& load : routing.experts)
    most = std::max(most, load.kept + load.dropped);
  return (most + columns * rows - 1) / (columns * rows) + (routing.capacity ? 1 : 0);
}

}  // namespace

MoeLayout::MoeLayout(const kernels::MoeRouting& routing, float picture_width)
    : narrow(picture_width < scene::narrow_limit),
      limited(routing.capacity.has_value()),
      width(picture_width),
      experts(routing.options.experts) {
  tokens_per_row = narrow ? 16 : 32;
  token_rows = (routing.options.tokens + tokens_per_row - 1) / tokens_per_row;
  token_pitch = (width - 2 * margin) / static_cast<float>(tokens_per_row);
  token_size = token_pitch - 3;
  token_row_pitch = token_size + 6;
  token_block = heading + token_row_pitch * static_cast<float>(token_rows);

  gutter = narrow ? 52 : 72;
  pitch = (width - gutter - 1) / static_cast<float>(experts);
  counts_top = token_block * static_cast<float>(routing.options.top_k) + 14;
  count_pitch = 17;

  slot_width = std::min(72.f, std::floor((pitch - (pitch < 40 ? 1.f : 8.f)) / columns));
  slot_height = narrow ? 18 : 21;
  tile_pitch = slot_height * rows + tile_gap;
  tiles_top = counts_top + count_pitch * (limited ? 5.f : 4.f) + 8;
  tiles_bottom = tiles_top + tile_pitch * static_cast<float>(tiles_high(routing)) +
                 (limited ? pile_head + 12 : 0);

  schedule_top = tiles_bottom + 8;
  cell_width = narrow ? 24 : 44;
  cell_height = 18;
  grouped_x = margin + 8 * cell_width + (narrow ? 16 : 40);
  cells_top = schedule_top + (narrow ? 78.f : 62.f);
  height = cells_top + cell_height * static_cast<float>(routing.options.places) + 18;
}

Rect MoeLayout::token(int choice, int token) const {
  const auto column = static_cast<float>(token % tokens_per_row),
             row = static_cast<float>(token / tokens_per_row);
  const float top = token_block * static_cast<float>(choice) + heading;
  return {margin + token_pitch * column, top + token_row_pitch * row, token_size, token_size};
}

float MoeLayout::choice_heading(int choice) const {
  return token_block * static_cast<float>(choice) + heading / 2;
}

Rect MoeLayout::slot(int expert, int slot) const {
  const Rect in = tile(expert, slot / (columns * rows));
  const auto column = static_cast<float>(slot % columns),
             row = static_cast<float>(slot / columns % rows);
  return {in.x + slot_width * column, in.y + slot_height * row, slot_width, slot_height};
}

Rect MoeLayout::tile(int expert, int tile) const {
  const float used = slot_width * columns;
  return {column(expert) + (pitch - used) / 2, tiles_top + tile_pitch * static_cast<float>(tile),
          used, slot_height * rows};
}

Rect MoeLayout::pile(int expert, int tiles, int count) const {
  Rect box = tile(expert, tiles);
  box.y += 2;
  box.height = pile_head + slot_height * static_cast<float>((count + 1) / columns);
  return box;
}

Rect MoeLayout::in_pile(int expert, int tiles, int n) const {
  const Rect box = pile(expert, tiles, n + 1);
  return {box.x + slot_width * static_cast<float>(n % columns),
          box.y + pile_head + slot_height * static_cast<float>(n / columns), slot_width,
          slot_height};
}

Point MoeLayout::edge(int slots) const {
  const int in_tile = slots % (columns * rows);
  const float top = tiles_top + tile_pitch * static_cast<float>(slots / (columns * rows));
  if (in_tile == 0) return {top - tile_gap / 2, top - tile_gap / 2};
  const float right = top + slot_height * static_cast<float>(in_tile / columns);
  return {in_tile % columns == 0 ? right : right + slot_height, right};
}

float MoeLayout::drag_y(double slots) const {
  return tiles_top + tile_pitch / (columns * rows) * static_cast<float>(slots);
}

}  // namespace loom::scenes
