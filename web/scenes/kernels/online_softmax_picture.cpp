#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "web/scene/kit.hpp"
#include "web/scenes/kernels/online_softmax.hpp"
#include "web/scenes/kernels/online_softmax_headers.hpp"
#include "web/scenes/kernels/online_softmax_layout.hpp"
#include "web/scenes/kernels/online_softmax_panel.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::SoftmaxRow;

float between(float a, float b, float share) { return a + (b - a) * share; }
double between(double a, double b, float share) { return a + (b - a) * static_cast<double>(share); }

// The part of a step from `start` to `end` as 0…1.
float phase(float fraction, float start, float end) {
  return std::clamp((fraction - start) / (end - start), 0.f, 1.f);
}

constexpr Style waiting{.fill = Role::wait, .stroke = Role::wait, .texture = Texture::hatch};

// Keys folded in: solid for the tile that just came, pale for those before.
Style done(Role role, bool now) {
  return {.fill = role, .stroke = role, .fill_opacity = now ? 1.f : 0.35f};
}

class Picture {
 public:
  Picture(const SoftmaxRun& run, Painter& painter, const View& view)
      : run_(run),
        p_(painter),
        layout_(lay_out_softmax(run, view.width)),
        tile_(view.step - 1),
        shrink_(phase(view.fraction, 0, 0.6f)),
        grow_(phase(view.fraction, 0.4f, 1)) {
    if (tile_ >= 0) row_ = &run.row(tile_);
    if (tile_ >= 1) before_ = &run.row(tile_ - 1);
    double reach = 0, heaviest = 1;
    for (const SoftmaxRow& row : run.rows) {
      if (run.conditional) reach = std::max(reach, row.limit);
      heaviest = std::max(heaviest, kernels::softmax_weight(row.true_max, row.m));
    }
    axes_ = {axis_for(run.scores, reach), SoftmaxAxis{0, heaviest}, axis_for(run.values, 0)};
  }

  void draw();

 private:
  void draw_block(int block);
  void draw_ground(int block);
  void draw_tiles(int block);
  void draw_tolerance(int block);
  void draw_scores(int block);
  void draw_maximum(int block);
  void draw_weights(int block);
  void draw_ghosts(int block);
  void draw_values(int block);
  void draw_output(int block);

  void bar(int key, const SoftmaxAxis& axis, double value, const Style& style);
  void number(int key, const SoftmaxAxis& axis, const std::string& text);
  void zero_line(int block, const SoftmaxAxis& axis);
  void handle(int key, const SoftmaxAxis& axis, std::string_view parameter);
  std::string describe_tile(int tile) const;
  std::string describe(int key) const;

  bool seen(int key) const { return run_.tile_of(key) <= tile_; }
  bool current(int key) const { return run_.tile_of(key) == tile_; }
  int block_first(int block) const { return block * layout_.columns; }
  int block_end(int block) const { return std::min(run_.keys(), (block + 1) * layout_.columns); }
  SoftmaxAxis axis(int block, int chart) const {
    SoftmaxAxis axis = nth(axes_, chart);
    axis.top = layout_.chart_top(block, chart);
    axis.bottom = axis.top + nth(layout_.bar_heights, chart);
    return axis;
  }
  float span(int first, int end) const { return layout_.column * static_cast<float>(end - first); }
  std::pair<int, int> keys_of(int tile,
                              int block) const {  // first and end; empty before the first tile
    if (tile < 0) return {0, 0};
    return {std::max(block_first(block), run_.first_key(tile)),
            std::min(block_end(block), run_.end_key(tile))};
  }
  double weight(int key) const {  // as shown now
    const double now = kernels::softmax_weight(run_.score(key), row_->m);
    if (current(key)) return now * static_cast<double>(grow_);
    return between(kernels::softmax_weight(run_.score(key), before_->m), now, shrink_);
  }

  const SoftmaxRun& run_;
  Painter& p_;
  SoftmaxLayout layout_;
  int tile_;  // being folded in; −1 before the first
  float shrink_, grow_;
  const SoftmaxRow *row_ = nullptr, *before_ = nullptr;
  std::array<SoftmaxAxis, 3> axes_;
};

void Picture::draw() {
  for (int block = 0; block < layout_.blocks; ++block) draw_block(block);
  draw_softmax_headers(run_, p_, layout_, tile_);
  draw_softmax_panel(run_, p_,
                     {.place = layout_.panel,
                      .narrow = layout_.narrow,
                      .tile = tile_,
                      .shrink = shrink_,
                      .grow = grow_});
}

void Picture::draw_block(int block) {
  draw_ground(block);
  draw_tiles(block);
  draw_tolerance(block);
  draw_scores(block);
  draw_maximum(block);
  draw_weights(block);
  draw_ghosts(block);
  draw_values(block);
  draw_output(block);
}

// The tile that is folded in stands on a tinted ground.
void Picture::draw_ground(int block) {
  const auto [first, end] = keys_of(tile_, block);
  if (first >= end) return;
  p_.rect({layout_.x(first) + 1, layout_.block_top(block) + 1, span(first, end) - 2,
           layout_.block_height(block) - 2},
          {.fill = Role::data, .fill_opacity = 0.09f, .radius = 6});
}

void Picture::draw_tiles(int block) {
  const float top = layout_.block_top(block), y = top + layout_.tile_row() - 6, foot = y + 4;
  const Part part(p_, "scores");
  for (int tile = run_.tile_of(block_first(block)); tile <= run_.tile_of(block_end(block) - 1);
       ++tile) {
    const auto [first, end] = keys_of(tile, block);
    const float left = layout_.x(first) + 3, right = left + span(first, end) - 6;
    const bool begins = first == run_.first_key(tile), ends = end == run_.end_key(tile);
    std::vector<Point> bracket;  // open where the tile goes on in another block
    if (begins) bracket.push_back({left, foot});
    bracket.push_back({begins ? left : left - 3, y});
    bracket.push_back({ends ? right : right + 3, y});
    if (ends) bracket.push_back({right, foot});
    const Role role = tile == tile_ ? Role::ink : tile < tile_ ? Role::muted : Role::wait;
    p_.path(bracket, false, {.stroke = role, .stroke_width = tile == tile_ ? 2.f : 1.f});
    const std::string name = std::to_string(tile);
    p_.text({(left + right) / 2, top + layout_.tile_row() / 2 - 3},
            fit({"Tile " + name, name}, right - left + 4, Size::small),
            {.role = tile <= tile_ ? Role::ink : Role::muted,
             .size = Size::small,
             .align = Align::middle,
             .weight = tile == tile_ ? Weight::semibold : Weight::regular});
    p_.hotspot({{left - 3, top, right - left + 6, layout_.tile_row()},
                describe_tile(tile),
                seek(tile + 1)});
  }
}

std::string Picture::describe_tile(int tile) const {
  if (tile > tile_)
    return fill("Tile {}, {}, waits. Click to fold it in",
                {tile, {run_.end_key(tile) - run_.first_key(tile), "key"}});
  const SoftmaxRow& row = run_.row(tile);
  return fill(
      "Tile {}: m {}, rescale {}, ℓ {}, output {}",
      {tile, run_.show_score(row.m), fixed(row.rescale, 3), fixed(row.l, 2), fixed(row.output, 3)});
}

std::string Picture::describe(int key) const {
  const double score = run_.score(key);
  return fill(
      "Key {}: score {}, value {}, {}",
      {key, run_.show_score(score), run_.show_value(run_.value(key)),
       seen(key) ? fill("weight {} = {}", {run_.show_exp(score, row_->m),
                                           fixed(kernels::softmax_weight(score, row_->m), 3)})
                 : "waiting"});
}

// A bar from zero. A value of zero is a line.
void Picture::bar(int key, const SoftmaxAxis& axis, double value, const Style& style) {
  const float inset = std::max(3.f, (layout_.column - 34) / 2);
  const float zero = axis.y(0), end = axis.y(std::clamp(value, axis.low, axis.high));
  const float height = std::max(1.f, std::fabs(end - zero));
  p_.rect({layout_.x(key) + inset, end <= zero ? zero - height : zero, layout_.column - 2 * inset,
           height},
          style);
}

void Picture::number(int key, const SoftmaxAxis& axis, const std::string& text) {
  p_.text({layout_.x(key) + layout_.column / 2, axis.bottom + 10}, text,
          {.role = seen(key) ? Role::ink : Role::muted,
           .size = Size::small,
           .align = Align::middle,
           .weight = current(key) ? Weight::semibold : Weight::regular});
}

void Picture::zero_line(int block, const SoftmaxAxis& axis) {
  const float left = layout_.x(block_first(block));
  p_.line({left, axis.y(0)}, {left + span(block_first(block), block_end(block)), axis.y(0)},
          {.stroke = Role::grid});
}

// Dragging anywhere over a column moves its number.
void Picture::handle(int key, const SoftmaxAxis& axis, std::string_view parameter) {
  Action action = drag_y(parameter, axis.bottom, axis.top, axis.low, axis.high);
  action.index = key;
  p_.hotspot({{layout_.x(key), axis.top - 2, layout_.column,
               axis.bottom - axis.top + layout_.numbers_row()},
              fill("{}. Drag to change the {}",
                   {describe(key), parameter == "scores" ? "score" : "value"}),
              action});
}

void Picture::draw_scores(int block) {
  const SoftmaxAxis axis = this->axis(block, 0);
  const Part part(p_, "scores");
  zero_line(block, axis);
  for (int key = block_first(block); key < block_end(block); ++key) {
    bar(key, axis, run_.score(key), seen(key) ? done(Role::data, current(key)) : waiting);
    number(key, axis, fixed(run_.score(key), layout_.score_decimals));
    handle(key, axis, "scores");
  }
}

// How far the true maximum may run ahead of the stored one.
void Picture::draw_tolerance(int block) {
  const auto [first, end] = keys_of(tile_, block);
  if (!run_.conditional || first >= end) return;
  const SoftmaxAxis axis = this->axis(block, 0);
  const float limit = axis.y(row_->limit);
  const Part part(p_, "maximum");
  p_.rect({layout_.x(first), limit, span(first, end), std::max(0.f, axis.y(row_->m) - limit)},
          {.fill = Role::lane, .fill_opacity = 0.16f});
}

// The reference maximum as a staircase over the tiles so far, and the true one where it is ahead.
void Picture::draw_maximum(int block) {
  const SoftmaxAxis axis = this->axis(block, 0);
  const Part part(p_, "maximum");
  for (int tile = run_.tile_of(block_first(block)); tile <= tile_; ++tile) {
    const auto [first, end] = keys_of(tile, block);
    if (first >= end) break;
    const SoftmaxRow& row = run_.row(tile);
    const bool now = tile == tile_;
    const float left = layout_.x(first), right = left + span(first, end);
    const float y = now && before_ != nullptr ? between(axis.y(before_->m), axis.y(row.m), shrink_)
                                              : axis.y(row.m);
    const Style style{.stroke = Role::lane, .stroke_width = now ? 3.f : 1.5f};
    if (row.true_max > row.m)
      p_.line({left, axis.y(row.true_max)}, {right, axis.y(row.true_max)},
              {.stroke = Role::ink, .dashed = true});
    p_.line({left, y}, {right, y}, style);
    if (tile > 0 && first > block_first(block))
      p_.line({left, axis.y(run_.row(tile - 1).m)}, {left, y}, style);
  }
}

// A weight in a column; conditional rescaling lets it grow to 2^16.
std::string weight_in_column(double weight, float width) {
  return fit({fixed(weight, 2), fixed(weight, 1), fixed(weight, 0), fixed(weight / 1000, 1) + "k"},
             width, Size::small);
}

void Picture::draw_weights(int block) {
  const SoftmaxAxis axis = this->axis(block, 1);
  const Part part(p_, "denominator");
  zero_line(block, axis);
  for (int key = block_first(block); key < block_end(block) && seen(key); ++key) {
    bar(key, axis, weight(key), done(Role::compute, current(key)));
    number(key, axis,
           weight_in_column(kernels::softmax_weight(run_.score(key), row_->m), layout_.column - 1));
    p_.hotspot({{layout_.x(key), axis.top, layout_.column, axis.bottom - axis.top}, describe(key)});
  }
}

// What the earlier weights were before the rescale.
void Picture::draw_ghosts(int block) {
  if (row_ == nullptr || !row_->rescaled) return;
  const SoftmaxAxis axis = this->axis(block, 1);
  const Part part(p_, "rescale");
  for (int key = block_first(block); key < block_end(block) && seen(key) && !current(key); ++key) {
    const double was = kernels::softmax_weight(run_.score(key), before_->m);
    const double is = kernels::softmax_weight(run_.score(key), row_->m);
    if (axis.y(is) - axis.y(was) > 1) bar(key, axis, was, {.stroke = Role::ink, .dashed = true});
  }
}

void Picture::draw_values(int block) {
  const SoftmaxAxis axis = this->axis(block, 2);
  const Part part(p_, "output");
  zero_line(block, axis);
  double heaviest = 0;
  for (int key = 0; key < run_.keys() && seen(key); ++key)
    heaviest = std::max(heaviest, weight(key));
  for (int key = block_first(block); key < block_end(block); ++key) {
    Style style = waiting;
    if (seen(key)) {
      style = done(Role::data, true);
      style.fill_opacity = heaviest > 0 ? static_cast<float>(weight(key) / heaviest) : 0;
    }
    bar(key, axis, run_.value(key), style);
    number(key, axis, fixed(run_.value(key), layout_.value_decimals));
    handle(key, axis, "values");
  }
}

// The weighted mean of the values so far, as a level across them, and what two passes would give.
void Picture::draw_output(int block) {
  const int first = block_first(block), end = std::min(block_end(block), run_.end_key(tile_));
  if (row_ == nullptr || first >= end) return;
  const SoftmaxAxis axis = this->axis(block, 2);
  const Part part(p_, "output");
  const double from = before_ != nullptr ? before_->output : row_->output;
  const float y = axis.y(between(from, row_->output, grow_)),
              right = layout_.x(first) + span(first, end);
  p_.line({layout_.x(first), y}, {right, y}, {.stroke = Role::lane, .stroke_width = 3});
  if (end == run_.end_key(tile_))
    p_.circle({right - 4, axis.y(nth(run_.exact, tile_).output)}, 4,
              {.fill = Role::surface, .stroke = Role::good, .stroke_width = 2});
}

}  // namespace

float softmax_picture_height(const SoftmaxRun& run, float width) {
  return lay_out_softmax(run, width).height();
}

void draw_softmax_picture(const SoftmaxRun& run, Painter& painter, const View& view) {
  Picture(run, painter, view).draw();
}

}  // namespace loom::scenes
