// How `flash-io` is laid out and drawn. Its files: bars, notes and kernels, the square of blocks,
// and the chart.
#pragma once

#include <algorithm>
#include <vector>

#include "web/scene/kit.hpp"
#include "web/scenes/flash/flash_io.hpp"

namespace loom::scenes {

struct FlashIoDrawing : scene::Picture<FlashIoState> {
  const FlashIoState::Step& step_ = scene::nth(s_.steps, view_.step);
  const FlashIoState::Step& last_ = scene::nth(s_.steps, std::max(0, view_.step - 1));
  float side_ = by_width(122, 192);
  // The bars, the square of blocks and the chart; narrow, one below the other.
  scene::Rect bars_ =
      by_width(scene::Rect{118, 26, 150, 88}, scene::Rect{424, 30, width_ - 502, 104});
  scene::Rect square_ = {by_width(38, 46), by_width(180, 66), side_, side_};
  scene::Rect chart_ =
      by_width(scene::Rect{238, 208, 92, 74}, scene::Rect{352, 206, width_ - 376, 116});
  double most_ = most();
  scene::Scale x_ = {bars_.x, bars_.right(), 0, most_};
  scene::Scale tokens_ = {chart_.x, chart_.right(), flash_least_tokens, flash_most_tokens, true};
  scene::Scale bytes_ = {chart_.bottom(), chart_.y, s_.curves[flash_loops][0] / 1e6,
                         s_.curves[0][flash_points - 1] / 1e6, true};

  float height() const { return by_width(362, chart_.bottom() + 38); }
  void draw() {
    bars();
    if (s_.standard())
      kernels();
    else
      blocks();
    notes();
    chart();
  }
  double most() const;  // bytes

  // Bytes of each loop, on one linear scale; standard attention's kernels, one after the other.
  void bars();
  void kernels();
  void notes();

  // The square of blocks.
  using Spans = std::vector<kernels::FlashSpan>;
  void blocks();
  void done_and_later(bool by_row, std::int64_t from);
  void present(std::int64_t from, bool by_row);
  void frames();
  void knobs();
  scene::Point range(std::int64_t begin, std::int64_t end, std::int64_t block) const;
  void add_blocks(std::vector<scene::Rect>& to, bool by_row, std::int64_t begin, std::int64_t end,
                  float share = 1) const;
  Spans met(bool by_row, std::int64_t begin, std::int64_t end) const;
  scene::Rect left_strip(int index, scene::Point along) const;
  scene::Rect top_strip(int index, scene::Point along) const;

  // Growth with the tokens.
  void chart();
  void bounds(scene::Legend& legend);
};

inline constexpr scene::Style flash_read_style = scene::solid(scene::Role::data),
                              flash_write_style = scene::solid(scene::Role::compute),
                              flash_kept_style = scene::solid(scene::Role::lane);

}  // namespace loom::scenes
