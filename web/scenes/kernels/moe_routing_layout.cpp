#include "web/scenes/kernels/moe_routing_layout.hpp"

#include <algorithm>

namespace loom::scenes {
namespace {

using scene::Point;
using scene::Rect;

constexpr float margin = 2, tile_gap = 4;
constexpr int tile_slots = 8, most_tiles = 5, most_experts = 8, choices = 2;

}  // namespace

MoeLayout::MoeLayout(const kernels::MoeRouting& routing, float picture_width)
    : narrow(scene::is_narrow(picture_width)),
      limited(routing.capacity.has_value()),
      width(picture_width),
      experts(routing.options.experts) {
  const float beside = narrow ? 26 : 74, foot = narrow ? 20 : 28;
  tokens_per_row = narrow ? 16 : 32;
  const int token_rows = (routing.options.tokens + tokens_per_row - 1) / tokens_per_row;
  token_pitch = (width - 2 * margin - beside) / static_cast<float>(tokens_per_row);
  token_size = token_pitch - 3;
  token_high = token_size + (narrow ? 2.f : 5.f);
  token_block = token_high * static_cast<float>(token_rows) + (narrow ? 2.f : 4.f);

  const float least_pitch = narrow ? 24 : 28;
  rows_top = token_block * choices + (narrow ? 26.f : 28.f);
  row_pitch = least_pitch * most_experts / static_cast<float>(experts);
  rows_bottom = rows_top + least_pitch * most_experts;
  constexpr float schedule = 142;
  rows_right = narrow ? width - margin : width - schedule - 12;
  // With few experts a narrow picture has higher rows, and narrower tiles in them.
  columns = narrow && experts < most_experts ? 2 : 4;
  rows = tile_slots / columns;
  tiles_left = narrow ? 58 : 158;
  tile_pitch = (rows_right - tiles_left) / most_tiles;
  slot_width = (tile_pitch - tile_gap) / static_cast<float>(columns);
  slot_height = std::min(22.f, (row_pitch - 3) / static_cast<float>(rows));

  cell_height = narrow ? 13 : 14;
  cells_top = narrow ? 32 : 50;
  const float high = cells_top + cell_height * static_cast<float>(routing.options.places) + 16;
  if (narrow) {
    const float top = rows_bottom + foot + 22, across = (width - 3 * margin) / 2;
    cell_width = 19;
    schedules[0] = {margin, top, across + 16, high};
    schedules[1] = {margin + across + 18, top, across - 16, high};
    height = top + high + 2;
  } else {
    const float left = width - schedule, top = rows_bottom + foot - 2 * high - 8;
    cell_width = 17;
    schedules[0] = {left, top, schedule - margin, high};
    schedules[1] = {left, top + high + 6, schedule - margin, high};
    height = rows_bottom + foot;
  }
}

Rect MoeLayout::token(int choice, int token) const {
  const auto column = static_cast<float>(token % tokens_per_row),
             row = static_cast<float>(token / tokens_per_row);
  return {width - margin - token_pitch * static_cast<float>(tokens_per_row) + token_pitch * column,
          1 + token_block * static_cast<float>(choice) + token_high * row, token_size, token_size};
}

Point MoeLayout::choice_heading(int choice) const {
  return {margin, token_block * static_cast<float>(choice) + token_size / 2 + (narrow ? 1.f : 0.f)};
}

float MoeLayout::count_x(Count column) const {
  if (column == kept) return narrow ? 40 : 34;
  return column == padded ? 77 : 130;
}

Point MoeLayout::busiest_key() const {
  if (narrow) return {width - margin - 62, schedules[0].y - 12};  // beside the head of the runs
  return {15, rows_bottom + 13};
}

Rect MoeLayout::row(int expert) const {
  return {0, rows_top + row_pitch * static_cast<float>(expert), rows_right, row_pitch};
}

Rect MoeLayout::tile(int expert, int tile) const {
  const float high = slot_height * static_cast<float>(rows);
  return {tiles_left + tile_pitch * static_cast<float>(tile), row(expert).center().y - high / 2,
          slot_width * static_cast<float>(columns), high};
}

Rect MoeLayout::slot(int expert, int slot) const {
  const Rect in = tile(expert, slot / tile_slots);
  const auto column = static_cast<float>(slot % tile_slots / rows),
             row = static_cast<float>(slot % rows);
  return {in.x + slot_width * column, in.y + slot_height * row, slot_width, slot_height};
}

Rect MoeLayout::pile(int expert, int tiles, int count) const {
  Rect box = tile(expert, tiles);
  box.width = slot_width * static_cast<float>((count + rows - 1) / rows);
  return box;
}

Rect MoeLayout::in_pile(int expert, int tiles, int n) const {
  const Rect box = tile(expert, tiles);
  return {box.x + slot_width * static_cast<float>(n / rows),
          box.y + slot_height * static_cast<float>(n % rows), slot_width, slot_height};
}

std::vector<Point> MoeLayout::edge(int expert, int slots) const {
  const Rect in = tile(expert, slots / tile_slots), whole = row(expert);
  const int rest = slots % tile_slots;
  if (rest == 0) {
    const float x = in.x - tile_gap / 2;
    return {{x, whole.y}, {x, whole.bottom()}};
  }
  const float x = in.x + slot_width * static_cast<float>(rest / rows),
              y = in.y + slot_height * static_cast<float>(rest % rows);
  if (rest % rows == 0) return {{x, whole.y}, {x, whole.bottom()}};
  return {{x + slot_width, whole.y}, {x + slot_width, y}, {x, y}, {x, whole.bottom()}};
}

float MoeLayout::slots_x(double slots) const {
  return tiles_left + tile_pitch / tile_slots * static_cast<float>(slots);
}

}  // namespace loom::scenes
