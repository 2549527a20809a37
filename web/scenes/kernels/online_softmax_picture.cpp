#include <array>
#include <utility>

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {

using kernels::SoftmaxRow;

constexpr std::string_view titles[] = {"Scores", "Weights exp(score − m)",
                                       "Values, shaded by weight"};
constexpr Style tolerated = solid(Role::lane, 0.16f);  // no rescale yet
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

static std::string show_weight(double weight) {
  return weight < 100 ? fixed(weight, 2) : integer(std::llround(weight));
}

// An entry of a chart's legend: what it means, and its mark.
struct Reading {
  std::string text;
  Role role;
  Style mark = {};

  static constexpr float gap = 14;
  bool marked() const { return mark.fill != Role::none || mark.stroke != Role::none; }
  float width() const { return text_width(text, Size::small) + (marked() ? 21.f : 0.f); }
};
static Reading level_entry(std::string text) {
  return {std::move(text), Role::lane, stroked(Role::lane, 3)};
}

int softmax_columns(const SoftmaxRun& run, int most, float room) {
  const float need = 1 + std::max(widest(run.scores, 0), widest(run.values, 0));
  most = std::clamp(static_cast<int>(room / need), 1, most);
  const int blocks = (run.keys() + most - 1) / most;
  const int even = (run.keys() + blocks - 1) / blocks;
  const int whole = (even + run.keys_per_tile - 1) / run.keys_per_tile * run.keys_per_tile;
  return whole <= most ? std::min(whole, run.keys()) : even;
}

template <>
struct PictureOf<SoftmaxRun> : SoftmaxLayout {
  int score_decimals_ = decimals_that_fit(s_.scores, s_.score_decimals, column_ - 1),
      value_decimals_ = decimals_that_fit(s_.values, s_.value_decimals, column_ - 1);
  std::array<Scale, 3> axes_ = axes();
  int first_ = 0, end_ = 0;  // keys of the block that is drawn; the axes are of its charts

  std::array<Scale, 3> axes() const {
    double reach = 0, heaviest = 1;
    for (const SoftmaxRow& row : s_.folded.rows) {
      if (s_.conditional) reach = std::max(reach, row.limit);
      heaviest = std::max(heaviest, kernels::softmax_weight(row.true_max, row.m));
    }
    return {scale_for(s_.scores, reach), Scale{.from = 0, .to = heaviest}, scale_for(s_.values)};
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
      Scale& axis = nth(axes_, chart);
      axis.to_px = chart_top(block, chart);
      axis.from_px = axis.to_px + bars_[chart];
    }
    draw_ground(block);
    in("scores", [&] { draw_tiles(block_top(block)); });
    draw_tolerance();
    in("scores", [&] { draw_scores(); });
    in("maximum", [&] { draw_maximum(); });
    in("denominator", [&] { draw_weights(); });
    draw_ghosts();
    in("output", [&] { draw_values(); });
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
    const float limit = axes_[0](row_->limit);
    const Part part(p_, "maximum");
    p_.rect({x(first), limit, span(first, end), std::max(0.f, axes_[0](row_->m) - limit)},
            tolerated);
  }

  void draw_scores() {
    const auto look = [&](int key) { return seen(key) ? done(Role::data, current(key)) : unseen; };
    draw_inputs(axes_[0], s_.scores, score_decimals_, "scores", "score", look);
  }

  // The reference maximum as a staircase over the tiles so far, and the true one where it is ahead.
  void draw_maximum() {
    const auto level_at = [&](int tile) { return axes_[0](s_.row(tile).m); };
    for (int tile = s_.tile_of(first_); tile <= tile_; ++tile) {
      const auto [first, end] = keys_of(tile);
      if (first >= end) break;
      const SoftmaxRow& row = s_.row(tile);
      const bool now = tile == tile_;
      const float left = x(first), right = left + span(first, end), most = axes_[0](row.true_max);
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
    const Scale& axis = axes_[1];
    zero_line(axis);
    for (int key = first_; key < end_ && seen(key); ++key) {
      bar(key, axis, weight(key), done(Role::compute, current(key)));
      number(key, axis, weight_in_column(weight(key, *row_), column_ - 1));
      spot({x(key), axis.to_px, column_, axis.from_px - axis.to_px}, describe(key));
    }
  }

  // What the earlier weights were before the rescale.
  void draw_ghosts() {
    if (row_ == nullptr || !row_->rescaled) return;
    const Scale& axis = axes_[1];
    const Part part(p_, "rescale");
    for (int key = first_; key < end_ && seen(key) && !current(key); ++key) {
      const double was = weight(key, *before_);
      if (axis(weight(key, *row_)) - axis(was) > 1) bar(key, axis, was, dashed(Role::ink));
    }
  }

  void draw_values() {
    double heaviest = 0;
    for (int key = 0; key < s_.keys() && seen(key); ++key)
      heaviest = std::max(heaviest, weight(key));
    const auto look = [&](int key) {
      Style style = seen(key) ? done(Role::data, true) : unseen;
      if (seen(key)) style.fill_opacity = heaviest > 0 ? px(weight(key) / heaviest) : 0;
      return style;
    };
    draw_inputs(axes_[2], s_.values, value_decimals_, "values", "value", look);
  }

  // Numbers of the reader. Dragging anywhere over a column moves its number.
  template <class Look>
  void draw_inputs(const Scale& axis, const std::vector<double>& numbers, int decimals,
                   std::string_view parameter, std::string_view name, Look look) {
    zero_line(axis);
    for (int key = first_; key < end_; ++key) {
      bar(key, axis, nth(numbers, key), look(key));
      number(key, axis, fixed(nth(numbers, key), decimals));
      spot({x(key), axis.to_px - 2, column_, axis.from_px - axis.to_px + numbers_row_},
           of_entry(drag_y(parameter, axis), key), "{}. Drag to change the {}", describe(key),
           name);
    }
  }

  // The weighted mean of the values so far, as a level across them, and what two passes would give.
  void draw_output() {
    const int end = std::min(end_, s_.end_key(tile_));
    if (row_ == nullptr || first_ >= end) return;
    const Part part(p_, "output");
    const double from = before_ != nullptr ? before_->output : row_->output;
    const float left = x(first_), right = left + span(first_, end);
    level(p_, axes_[2](between(from, row_->output, grow_)), left, right, stroked(Role::lane, 3));
    if (end == s_.end_key(tile_))
      p_.circle({right - 4, axes_[2](s_.exact(tile_))}, 4, edged(Role::surface, Role::good, 2));
  }

  // A bar from zero. A value of zero is a line.
  void bar(int key, const Scale& axis, double value, const Style& style) {
    const float inset = std::max(3.f, (column_ - 34) / 2);
    const float zero = axis(0), end = axis(value);
    const float height = std::max(1.f, std::fabs(end - zero));
    p_.rect({x(key) + inset, end <= zero ? zero - height : zero, column_ - 2 * inset, height},
            style);
  }

  void number(int key, const Scale& axis, std::string_view text) {
    p_.text({x(key) + column_ / 2, axis.from_px + 10}, text, shown(seen(key), current(key)));
  }

  void zero_line(const Scale& axis) {
    level(p_, axis(0), x(first_), x(first_) + span(first_, end_), stroked(Role::grid));
  }

  // The charts' titles on the left, on the right what their marks stand at now.
  void draw_headers() const {
    in("scores", [&] { title(0); });
    in("denominator", [&] { title(1); });
    if (row_ != nullptr) {
      in("maximum", [&] { name_maximum(); });
      if (row_->rescaled || s_.conditional) name_weights();
    }
    in("output", [&] {
      title(2);
      if (row_ != nullptr) legend(2, {{level_entry("output " + fixed(row_->output, 3))}});
    });
  }

  float title_y(int chart) const { return chart_top(0, chart) - by_width(11, 13); }
  void title(int chart) const { p_.text({margin, title_y(chart)}, nth(titles, chart), strong); }

  void name_maximum() const {
    const Reading m = level_entry("m " + s_.show_score(row_->m));
    if (!s_.conditional) return legend(0, {{m}});
    const std::string max = "max " + s_.show_score(row_->true_max),
                      limit = s_.show_score(row_->limit);
    const Reading longer{"true " + max, Role::ink, dashed(Role::ink)},
        shorter{max, Role::ink, dashed(Role::ink)};
    legend(0, {{m, longer, {"no rescale up to " + limit, Role::muted, tolerated}},
               {m, shorter, {"limit " + limit, Role::muted, tolerated}},
               {m, shorter}});
  }

  void name_weights() const {
    const Part part(p_, row_->rescaled ? "rescale" : "denominator");
    if (row_->rescaled) {
      const std::string factor = "× " + fixed(row_->rescale, 3);
      return legend(
          1, {{{"earlier ones " + factor, Role::ink, dashed(Role::ink)}}, {{factor, Role::ink}}});
    }
    const std::string largest =
        "largest " + show_weight(kernels::softmax_weight(row_->true_max, row_->m));
    legend(1, {{{fill("{} of at most {}", largest, show_weight(s_.largest_weight)), Role::compute}},
               {{largest, Role::compute}}});
  }

  // The first choice that has room beside the chart's title, from right to left.
  void legend(int chart, const std::vector<std::vector<Reading>>& choices) const {
    const float room = charts_right_ - margin - 12 - text_width(nth(titles, chart), Size::small);
    for (const std::vector<Reading>& entries : choices) {
      float wide = -Reading::gap;
      for (const Reading& entry : entries) wide += entry.width() + Reading::gap;
      if (wide > room) continue;
      Point at = {charts_right_, title_y(chart)};
      for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) at = named(*entry, at);
      return;
    }
  }

  // Ends at `at`; returns where the entry to its left ends.
  Point named(const Reading& entry, Point at) const {
    p_.text(at, entry.text, ended(colored(strong, entry.role)));
    const float left = at.x - entry.width();
    if (entry.mark.fill != Role::none)
      p_.rect({left, at.y - 5, 16, 10}, entry.mark);
    else if (entry.marked())
      level(p_, at.y, left, left + 16, entry.mark);
    return {left - Reading::gap, at.y};
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

  float x(int key) const { return margin + column_ * px(key % columns_); }
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
