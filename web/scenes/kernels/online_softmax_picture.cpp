#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {

using kernels::SoftmaxRow;

constexpr Style unseen{.fill = Role::wait, .stroke = Role::wait, .texture = Texture::hatch};

// Keys folded in: solid for the tile that just came, pale for those before.
static Style done(Role role, bool now) {
  return {.fill = role, .stroke = role, .fill_opacity = now ? 1.f : 0.35f};
}

// A weight in a column; conditional rescaling lets it grow to 2^16.
static std::string weight_in_column(double weight, float width) {
  return fit({fixed(weight, 2), fixed(weight, 1), fixed(weight, 0), fixed(weight / 1000, 1) + "k"},
             width, Size::small);
}

template <>
struct PictureOf<SoftmaxRun> : SoftmaxLayout {
  int score_decimals_ = decimals_that_fit(s_.scores, s_.score_decimals, column_ - 1),
      value_decimals_ = decimals_that_fit(s_.values, s_.value_decimals, column_ - 1);
  std::array<SoftmaxAxis, 3> axes_ = axes();
  int first_ = 0, end_ = 0;  // keys of the block that is drawn; the axes are of its charts

  std::array<SoftmaxAxis, 3> axes() const {
    double reach = 0, heaviest = 1;
    for (const SoftmaxRow& row : s_.rows) {
      if (s_.conditional) reach = std::max(reach, row.limit);
      heaviest = std::max(heaviest, kernels::softmax_weight(row.true_max, row.m));
    }
    return {axis_for(s_.scores, reach), SoftmaxAxis{0, heaviest}, axis_for(s_.values, 0)};
  }

  void draw() {
    for (int block = 0; block < blocks_; ++block) draw_block(block);
    draw_headers();
    draw_panel();
  }

  void draw_block(int block) {
    first_ = block * columns_;
    end_ = std::min(s_.keys(), first_ + columns_);
    for (int chart : {0, 1, 2}) {
      nth(axes_, chart).top = chart_top(block, chart);
      nth(axes_, chart).bottom = nth(axes_, chart).top + bars_[chart];
    }
    draw_ground(block);
    draw_tiles(block_top(block));
    draw_tolerance();
    draw_scores();
    draw_maximum();
    draw_weights();
    draw_ghosts();
    draw_values();
    draw_output();
  }

  // The tile that is folded in stands on a tinted ground.
  void draw_ground(int block) {
    const auto [first, end] = keys_of(tile_);
    if (first >= end) return;
    p_.rect({x(first) + 1, block_top(block) + 1, span(first, end) - 2, block_height(block) - 2},
            rounded(solid(Role::data, 0.09f), 6));
  }

  void draw_tiles(float top) {
    const float y = top + tile_row_ - 6, foot = y + 4;
    const Part part(p_, "scores");
    for (int tile = s_.tile_of(first_); tile <= s_.tile_of(end_ - 1); ++tile) {
      const auto [first, end] = keys_of(tile);
      const float left = x(first) + 3, right = left + span(first, end) - 6;
      const bool begins = first == s_.first_key(tile), ends = end == s_.end_key(tile),
                 now = tile == tile_;
      std::vector<Point> line;  // open where the tile goes on in another block
      if (begins) line.push_back({left, foot});
      line.push_back({begins ? left : left - 3, y});
      line.push_back({ends ? right : right + 3, y});
      if (ends) line.push_back({right, foot});
      p_.path(line, false,
              stroked(now            ? Role::ink
                      : tile < tile_ ? Role::muted
                                     : Role::wait,
                      now ? 2.f : 1.f));
      fitted({(left + right) / 2, top + tile_row_ / 2 - 3}, right - left + 4,
             shown(tile <= tile_, now), {fill("Tile {}", tile), integer(tile)});
      spot({left - 3, top, right - left + 6, tile_row_}, seek(tile + 1), describe_tile(tile));
    }
  }
  static TextStyle shown(bool seen, bool now) {
    return centered(colored(now ? strong : label, seen ? Role::ink : Role::muted));
  }

  // How far the true maximum may run ahead of the stored one.
  void draw_tolerance() {
    const auto [first, end] = keys_of(tile_);
    if (!s_.conditional || first >= end) return;
    const float limit = axes_[0].y(row_->limit);
    const Part part(p_, "maximum");
    p_.rect({x(first), limit, span(first, end), std::max(0.f, axes_[0].y(row_->m) - limit)},
            solid(Role::lane, 0.16f));
  }

  void draw_scores() {
    const Part part(p_, "scores");
    zero_line(axes_[0]);
    for (int key = first_; key < end_; ++key) {
      bar(key, axes_[0], s_.score(key), seen(key) ? done(Role::data, current(key)) : unseen);
      number(key, axes_[0], fixed(s_.score(key), score_decimals_));
      handle(key, axes_[0], "scores", "score");
    }
  }

  // The reference maximum as a staircase over the tiles so far, and the true one where it is ahead.
  void draw_maximum() {
    const auto level_at = [&](int tile) { return axes_[0].y(s_.row(tile).m); };
    const Part part(p_, "maximum");
    for (int tile = s_.tile_of(first_); tile <= tile_; ++tile) {
      const auto [first, end] = keys_of(tile);
      if (first >= end) break;
      const SoftmaxRow& row = s_.row(tile);
      const bool now = tile == tile_;
      const float left = x(first), right = left + span(first, end), most = axes_[0].y(row.true_max);
      const float y = now && before_ != nullptr
                          ? between(level_at(tile - 1), level_at(tile), shrink_)
                          : level_at(tile);
      const Style style = stroked(Role::lane, now ? 3.f : 1.5f);
      if (row.true_max > row.m) level(p_, most, left, right, dashed(Role::ink));
      level(p_, y, left, right, style);
      if (tile > 0 && first > first_) upright(p_, left, level_at(tile - 1), y, style);
    }
  }

  void draw_weights() {
    const SoftmaxAxis& axis = axes_[1];
    const Part part(p_, "denominator");
    zero_line(axis);
    for (int key = first_; key < end_ && seen(key); ++key) {
      bar(key, axis, weight(key), done(Role::compute, current(key)));
      number(key, axis, weight_in_column(weight(key, *row_), column_ - 1));
      spot({x(key), axis.top, column_, axis.bottom - axis.top}, describe(key));
    }
  }

  // What the earlier weights were before the rescale.
  void draw_ghosts() {
    if (row_ == nullptr || !row_->rescaled) return;
    const SoftmaxAxis& axis = axes_[1];
    const Part part(p_, "rescale");
    for (int key = first_; key < end_ && seen(key) && !current(key); ++key) {
      const double was = weight(key, *before_);
      if (axis.y(weight(key, *row_)) - axis.y(was) > 1) bar(key, axis, was, dashed(Role::ink));
    }
  }

  void draw_values() {
    const Part part(p_, "output");
    zero_line(axes_[2]);
    double heaviest = 0;
    for (int key = 0; key < s_.keys() && seen(key); ++key)
      heaviest = std::max(heaviest, weight(key));
    for (int key = first_; key < end_; ++key) {
      Style style = seen(key) ? done(Role::data, true) : unseen;
      if (seen(key)) style.fill_opacity = heaviest > 0 ? px(weight(key) / heaviest) : 0;
      bar(key, axes_[2], s_.value(key), style);
      number(key, axes_[2], fixed(s_.value(key), value_decimals_));
      handle(key, axes_[2], "values", "value");
    }
  }

  // The weighted mean of the values so far, as a level across them, and what two passes would give.
  void draw_output() {
    const int end = std::min(end_, s_.end_key(tile_));
    if (row_ == nullptr || first_ >= end) return;
    const Part part(p_, "output");
    const double from = before_ != nullptr ? before_->output : row_->output;
    const float left = x(first_), right = left + span(first_, end);
    level(p_, axes_[2].y(between(from, row_->output, grow_)), left, right, stroked(Role::lane, 3));
    if (end == s_.end_key(tile_))
      p_.circle({right - 4, axes_[2].y(nth(s_.exact, tile_).output)}, 4,
                edged(Role::surface, Role::good, 2));
  }

  // A bar from zero. A value of zero is a line.
  void bar(int key, const SoftmaxAxis& axis, double value, const Style& style) {
    const float inset = std::max(3.f, (column_ - 34) / 2);
    const float zero = axis.y(0), end = axis.y(std::clamp(value, axis.low, axis.high));
    const float height = std::max(1.f, std::fabs(end - zero));
    p_.rect({x(key) + inset, end <= zero ? zero - height : zero, column_ - 2 * inset, height},
            style);
  }

  void number(int key, const SoftmaxAxis& axis, std::string_view text) {
    p_.text({x(key) + column_ / 2, axis.bottom + 10}, text, shown(seen(key), current(key)));
  }

  void zero_line(const SoftmaxAxis& axis) {
    level(p_, axis.y(0), x(first_), x(first_) + span(first_, end_), stroked(Role::grid));
  }

  // Dragging anywhere over a column moves its number.
  void handle(int key, const SoftmaxAxis& axis, std::string_view parameter, std::string_view name) {
    spot({x(key), axis.top - 2, column_, axis.bottom - axis.top + numbers_row_},
         of_entry(drag_y(parameter, axis.bottom, axis.top, axis.low, axis.high), key),
         "{}. Drag to change the {}", describe(key), name);
  }

  std::string describe_tile(int tile) const {
    if (tile > tile_)
      return fill("Tile {}, {}, waits. Click to fold it in", tile,
                  Word(s_.end_key(tile) - s_.first_key(tile), "key"));
    const SoftmaxRow& row = s_.row(tile);
    return fill("Tile {}: m {}, rescale {}, ℓ {}, output {}", tile, s_.show_score(row.m),
                fixed(row.rescale, 3), fixed(row.l, 2), fixed(row.output, 3));
  }

  std::string describe(int key) const {
    const double score = s_.score(key);
    return fill(
        "Key {}: score {}, value {}, {}", key, s_.show_score(score), s_.show_value(s_.value(key)),
        seen(key)
            ? fill("weight {} = {}", s_.show_exp(score, row_->m), fixed(weight(key, *row_), 3))
            : "waiting");
  }

  bool seen(int key) const { return s_.tile_of(key) <= tile_; }
  bool current(int key) const { return s_.tile_of(key) == tile_; }
  float span(int first, int end) const { return column_ * px(end - first); }
  // First and end of those in the block; empty before the first tile.
  std::pair<int, int> keys_of(int tile) const {
    if (tile < 0) return {0, 0};
    return {std::max(first_, s_.first_key(tile)), std::min(end_, s_.end_key(tile))};
  }
  double weight(int key, const SoftmaxRow& row) const {
    return kernels::softmax_weight(s_.score(key), row.m);
  }
  double weight(int key) const {  // as shown now
    if (current(key)) return weight(key, *row_) * static_cast<double>(grow_);
    return between(weight(key, *before_), weight(key, *row_), shrink_);
  }
};

float SoftmaxRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
