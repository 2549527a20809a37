// Keys as columns in one or more blocks, each with three charts: scores, weights, values. Beside
// them, or below, what the row keeps.
#include <functional>

#include "web/scene/kit.hpp"
#include "web/scenes/kernels/online_softmax.hpp"

namespace loom::scenes {

using kernels::SoftmaxRow;

constexpr Style level_line = stroked(Role::lane, 3), earlier = dashed(Role::ink);
constexpr Style tolerated = solid(Role::lane, 0.16f);  // no rescale yet
constexpr Style unseen{.fill = Role::wait, .stroke = Role::wait, .texture = Texture::hatch};
constexpr SoftmaxRow nothing{};

// Keys folded in: solid for the tile that just came, pale for those before.
static Style done(Role role, bool now) {
  return {.fill = role, .stroke = role, .fill_opacity = now ? 1.f : 0.35f};
}

static std::string show_sum(double sum) {
  return std::fabs(sum) < 1000 ? fixed(sum, 2) : readable(sum);
}

static double heaviest(const SoftmaxRow& row) {
  return kernels::softmax_weight(row.true_max, row.m);
}

struct OnlineSoftmaxDrawing : Picture<SoftmaxRun> {
  static constexpr float margin = 2, panel_wide = 216;

  // A narrow picture has several blocks, which are dense so that a phone shows them all.
  float room_ = width_ - 2 * margin - by_width(0, panel_wide + 28);        // for columns
  float need_ = 1 + std::max(widest(s_.scores, 0), widest(s_.values, 0));  // for a number
  int columns_ = even_columns(
          s_.keys(), std::min(narrow_ ? 8 : 16, static_cast<int>(room_ / need_)), s_.keys_per_tile),
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
  double shrink_ = static_cast<double>(std::min(view_.fraction / 0.6f, 1.f)),
         grow_ = static_cast<double>(std::max((view_.fraction - 0.4f) / 0.6f, 0.f));
  const SoftmaxRow& row_ = tile_ >= 0 ? s_.row(tile_) : nothing;
  const SoftmaxRow& before_ = tile_ >= 1 ? s_.row(tile_ - 1) : nothing;
  double limit_ = largest(s_.folded.rows, [](const SoftmaxRow& row) { return row.limit; });
  Scale axes_[3] = {scale_for(s_.scores, s_.conditional ? limit_ : 0),
                    {.to = largest(s_.folded.rows, heaviest, 1)},
                    scale_for(s_.values)};
  int first_ = 0, end_ = 0;  // keys of the block that is drawn; the axes are of its charts

  float height() const { return std::max(charts_bottom_, panel_.bottom()) + 4; }
  // Above each chart.
  float header(int block) const { return block == 0 ? by_width(20, 26) : by_width(3, 8); }
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
  void draw() {
    for (int block = 0; block < blocks_; ++block) draw_block(block);
    headers();
    panel();
  }

  void draw_block(int block) {
    first_ = block * columns_;
    end_ = std::min(s_.keys(), first_ + columns_);
    const Rect ground = of_tile(tile_, block_top(block) + 1, block_height(block) - 2);
    if (ground.width > 0)
      p_.rect({ground.x + 1, ground.y, ground.width - 2, ground.height},
              rounded(solid(Role::data, 0.09f), 6));
    for (int chart : {0, 1, 2}) {
      axes_[chart].to_px = chart_top(block, chart);
      axes_[chart].from_px = axes_[chart].to_px + bars_[chart];
      level(p_, axes_[chart](0), margin, margin + column_ * px(end_ - first_), stroked(Role::grid));
    }
    in("scores", [&] { tiles(block_top(block)); });
    const auto score = [&](int key) { return seen(key) ? done(Role::data, current(key)) : unseen; };
    in("scores", [&] { inputs(0, s_.scores, s_.score_decimals, "score", score); });
    in("maximum", [&] { maximum(); });
    in("denominator", [&] { weights(); });
    if (row_.rescaled) in("rescale", [&] { ghosts(); });
    in("output", [&] { values(); });
    output();
  }

  void tiles(float top) {
    const float y = top + tile_row_ - 6, foot = y + 4;
    for (int tile = s_.tile_of(first_); tile <= s_.tile_of(end_ - 1); ++tile) {
      const Rect all = of_tile(tile, top, tile_row_);
      const float left = all.x + 3, right = all.right() - 3;
      Point line[] = {{left, foot}, {left, y}, {right, y}, {right, foot}};
      // Open where the tile goes on in another block.
      if (s_.first_key(tile) < first_) line[0] = line[1] = {left - 3, y};
      if (s_.end_key(tile) > end_) line[2] = line[3] = {right + 3, y};
      const bool now = tile == tile_;
      const Role role = now ? Role::ink : tile < tile_ ? Role::muted : Role::wait;
      p_.path(line, false, stroked(role, now ? 2.f : 1.f));
      fitted({all.center().x, top + tile_row_ / 2 - 3}, right - left + 4, shown(tile <= tile_, now),
             {fill("Tile {}", tile), integer(tile)});
      spot({all.x, top, all.width, tile_row_}, seek(tile + 1), describe_tile(tile));
    }
  }

  // The reference maximum as a staircase over the tiles so far, and the true one where it is ahead.
  void maximum() {
    const auto y_of = [&](int tile) { return axes_[0](s_.row(tile).m); };
    const float limit = axes_[0](row_.limit);  // how far the true maximum may run ahead
    if (const Rect box = of_tile(tile_, limit, axes_[0](row_.m) - limit);
        s_.conditional && box.width > 0 && box.height > 0)
      p_.rect(box, tolerated);
    for (int tile = s_.tile_of(first_); tile <= tile_; ++tile) {
      const Rect box = of_tile(tile);
      if (box.width <= 0) break;
      const SoftmaxRow& row = s_.row(tile);
      const bool now = tile == tile_;
      const float y =
          now && tile > 0 ? std::lerp(y_of(tile - 1), y_of(tile), px(shrink_)) : y_of(tile);
      const Style style = stroked(Role::lane, now ? 3.f : 1.5f);
      if (row.true_max > row.m) level(p_, axes_[0](row.true_max), box.x, box.right(), earlier);
      level(p_, y, box.x, box.right(), style);
      if (box.x > x(first_)) upright(p_, box.x, y_of(tile - 1), y, style);
    }
  }

  void weights() {
    const Scale& axis = axes_[1];
    for (int key = first_; key < end_ && seen(key); ++key) {
      bar(key, axis, weight(key), done(Role::compute, current(key)));
      const double all = weight(key, row_);  // conditional rescaling lets it grow to 2^16
      number(key, axis,
             fit({fixed(all, 2), fixed(all, 1), fixed(all, 0), fixed(all / 1000, 1) + "k"},
                 column_ - 1, Size::small));
      spot({x(key), axis.to_px, column_, axis.from_px - axis.to_px}, describe(key));
    }
  }

  // What the earlier weights were before the rescale.
  void ghosts() {
    const Scale& axis = axes_[1];
    for (int key = first_; key < end_ && s_.tile_of(key) < tile_; ++key) {
      const double was = weight(key, before_);
      if (axis(weight(key, row_)) - axis(was) > 1) bar(key, axis, was, earlier);
    }
  }

  void values() {
    double heaviest = 0;
    for (int key = 0; key < s_.end_key(tile_); ++key) heaviest = std::max(heaviest, weight(key));
    const auto look = [&](int key) {
      if (!seen(key)) return unseen;
      Style style = done(Role::data, true);
      style.fill_opacity = heaviest > 0 ? px(weight(key) / heaviest) : 0;
      return style;
    };
    inputs(2, s_.values, s_.value_decimals, "value", look);
  }

  // Numbers of the reader. Dragging anywhere over a column moves its number.
  template <class Look>
  void inputs(int chart, const std::vector<double>& numbers, int most_decimals,
              std::string_view name, Look look) {
    const Scale& axis = axes_[chart];
    const int decimals = decimals_that_fit(numbers, most_decimals, column_ - 1);
    const Action drag = drag_y(chart == 0 ? "scores" : "values", axis);
    for (int key = first_; key < end_; ++key) {
      bar(key, axis, nth(numbers, key), look(key));
      number(key, axis, fixed(nth(numbers, key), decimals));
      spot({x(key), axis.to_px - 2, column_, axis.from_px - axis.to_px + numbers_row_},
           of_entry(drag, key), "{}. Drag to change the {}", describe(key), name);
    }
  }

  // The weighted mean of the values so far, as a level across them, and what two passes would give.
  void output() {
    const int end = std::min(end_, s_.end_key(tile_));
    if (tile_ < 0 || first_ >= end) return;
    const Part part(p_, "output");
    const double from = tile_ > 0 ? before_.output : row_.output;
    const float left = x(first_), right = left + column_ * px(end - first_);
    level(p_, axes_[2](std::lerp(from, row_.output, grow_)), left, right, level_line);
    if (end == s_.end_key(tile_))
      p_.circle({right - 4, axes_[2](s_.exact(tile_))}, 4, edged(Role::surface, Role::good, 2));
  }

  // A bar from zero. A value of zero is a line.
  void bar(int key, const Scale& axis, double value, const Style& style) {
    const float inset = std::max(3.f, (column_ - 34) / 2), zero = axis(0), end = axis(value);
    const float high = std::max(1.f, std::fabs(end - zero));
    p_.rect({x(key) + inset, end <= zero ? zero - high : zero, column_ - 2 * inset, high}, style);
  }
  void number(int key, const Scale& axis, std::string_view text) {
    p_.text({x(key) + column_ / 2, axis.from_px + 10}, text, shown(seen(key), current(key)));
  }
  static TextStyle shown(bool seen, bool now) {
    return centered(colored(now ? strong : label, seen ? Role::ink : Role::muted));
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
    const std::string weighed =
        seen(key) ? fill("weight {} = {}", s_.show_exp(score, row_.m), fixed(weight(key, row_), 3))
                  : "waiting";
    return fill("Key {}: score {}, value {}, {}", key, s_.show_score(score),
                s_.show_value(s_.value(key)), weighed);
  }

  float x(int key) const { return margin + column_ * px(key % columns_); }
  bool seen(int key) const { return s_.tile_of(key) <= tile_; }
  bool current(int key) const { return s_.tile_of(key) == tile_; }
  // A tile's columns in the block, without width where it has none.
  Rect of_tile(int tile, float y = 0, float high = 0) const {
    const int first = std::max(first_, s_.first_key(tile)), end = std::min(end_, s_.end_key(tile));
    if (tile < 0 || first >= end) return {};
    return {x(first), y, column_ * px(end - first), high};
  }
  double weight(int key, const SoftmaxRow& row) const {
    return kernels::softmax_weight(s_.score(key), row.m);
  }
  double weight(int key) const {  // as shown now
    if (current(key)) return weight(key, row_) * grow_;
    return std::lerp(weight(key, before_), weight(key, row_), shrink_);
  }

  // The charts' titles, and behind them what their marks stand at now.
  void headers() const {
    Legend scores = heading(0, "scores", "Scores"),
           weights = heading(1, "denominator", "Weights exp(score − m)"),
           values = heading(2, "output", "Values, shaded by weight");
    if (tile_ < 0) return;
    entry(scores, "maximum", level_line, {"m " + s_.show_score(row_.m)});
    entry(values, "output", level_line, {"output " + fixed(row_.output, 3)});
    const std::string factor = "× " + fixed(row_.rescale, 3);
    if (row_.rescaled) entry(weights, "rescale", earlier, {"earlier ones " + factor, factor});
    if (!s_.conditional) return;
    const std::string most = "max " + s_.show_score(row_.true_max),
                      limit = s_.show_score(row_.limit),
                      weight = "largest " + brief(heaviest(row_));
    entry(scores, "maximum", earlier, {"true " + most, most});
    entry(scores, "maximum", tolerated, {"no rescale up to " + limit, "limit " + limit});
    if (!row_.rescaled)
      weights.words(fit({fill("{} of at most {}", weight, brief(s_.largest_weight)), weight},
                        charts_right_ - weights.next().x, Size::small));
  }
  Legend heading(int chart, std::string_view part, std::string_view title) const {
    const Point at = {margin, chart_top(0, chart) - by_width(11, 13)};
    in(part, [&] { p_.text(at, title, strong); });
    const float wide = text_width(title, Size::small, Weight::semibold);
    return Legend(p_, {at.x + wide + 14, at.y}, charts_right_ + 100, by_width(8, 14));
  }
  // In the first of these texts that has room.
  void entry(Legend& to, std::string_view part, const Style& mark,
             std::initializer_list<std::string> texts) const {
    const std::string text = fit(texts, charts_right_ - to.next().x - 22, Size::small);
    if (!text.empty() && mark.fill == Role::none) to.line(part, text, mark);
    if (!text.empty() && mark.fill != Role::none) to.add(part, text, mark);
  }

  // What the row keeps from tile to tile, as registers with the arithmetic that filled them.
  struct Register {
    std::string_view part, name, short_name, about;
    std::string value, note;
    bool changed = true;
    double SoftmaxRow::*total = nullptr, SoftmaxRow::*added = nullptr;  // of a running sum
    bool checked = false;
  };

  void panel() {
    card(p_, panel_);
    const std::string tile = fill("tile {}", tile_), max = s_.show_score(row_.tile_max);
    if (!narrow_)
      write({panel_.x + 12, panel_.y + 16}, colored(strong, Role::muted), "Kept {}",
            tile_ < 0 ? "so far" : "after " + tile);
    const std::string output = fixed(row_.output, 3),
                      exact = tile_ < 0 ? "" : fixed(s_.exact(tile_), 3);
    const Register all[] = {
        {"maximum", "Maximum m", "Max m",
         "The largest score so far, against which weights are taken", s_.show_score(row_.m),
         tile_ == 0          ? "the largest of " + tile
         : row_.lag_log2 > 0 ? fill("lags by {} doublings", fixed(row_.lag_log2, 2))
                             : fill("max({}, {})", s_.show_score(before_.m), max),
         tile_ == 0 || row_.m != before_.m},
        {"rescale", "Rescale", "Rescale", "The factor on ℓ and o before the tile is added",
         fixed(row_.rescale, 3),
         tile_ == 0      ? "nothing to rescale"
         : row_.rescaled ? s_.show_exp(before_.m, row_.m)
                         : "m has not moved",
         row_.rescaled},
        {"denominator", "Denominator ℓ", "Sum ℓ", "The sum of the weights so far", show_sum(row_.l),
         sum_note(row_.added_l, before_.l), true, &SoftmaxRow::l, &SoftmaxRow::added_l},
        {"output", "Numerator o", "Sum o", "The sum of weight times value so far",
         show_sum(row_.accumulator), sum_note(row_.added_accumulator, before_.accumulator), true,
         &SoftmaxRow::accumulator, &SoftmaxRow::added_accumulator},
        {"output", "Output o / ℓ", "Output", "The attention output over the keys so far", output,
         "two passes: " + exact, true, nullptr, nullptr, exact == output}};
    for (int i = 0; i < 5; ++i) in(all[i].part, [&] { draw_register(all[i], place(i)); });
  }
  std::string sum_note(double plus, double before) const {
    if (tile_ == 0) return fill("from tile {} alone", tile_);
    return fill("{} × {} {} {}", fixed(row_.rescale, 3), show_sum(before), plus < 0 ? "−" : "+",
                show_sum(std::fabs(plus)));
  }
  Rect place(int i) const {
    const float left = panel_.x + 12, full = panel_.width - 24, half = (full - 20) / 2;
    const float high = i == 2 || i == 3 ? by_width(52, 60) : by_width(18, 46);  // sums have a bar
    if (!narrow_)
      return {left, panel_.y + 32 + 59.5f * px(i) + 14.f * px(std::max(0, i - 2)), full, high};
    const float top = panel_.y + (i < 2 ? 6.f : i < 4 ? 28.f : 84.f);
    return {i % 2 == 0 ? left : left + half + 20, top, i == 4 ? full : half, high};
  }

  void draw_register(const Register& shown, const Rect& place) const {
    const float wide = text_width(shown.value, Size::normal, Weight::semibold);
    const Point end = {place.right(), place.y + 8};
    fitted({place.x, end.y}, place.width - wide - 8, label,
           {std::string(shown.name), std::string(shown.short_name)});
    if (shown.total) draw_sum(shown, band(place, place.y + 38, 12));
    if (tile_ < 0 && shown.part != "rescale") p_.text(end, "empty", ended(quiet));
    if (tile_ < 0) return spot(place, shown.about);
    p_.text(end, shown.value,
            {shown.changed ? Role::lane : Role::ink, Size::normal, Align::end, Weight::semibold});
    // The note is below the name, or beside it where the line is long.
    const bool beside = place.height < 20;
    Point at = beside ? Point{place.x + 86, end.y} : Point{place.x, place.y + 26};
    const std::string shorter = shown.total     ? fill("rescaled, plus tile {}", tile_)
                                : shown.checked ? "as two passes"
                                                : "not as two passes";
    if (shown.checked) check_mark(p_, at, 2);
    if (shown.checked) at.x += 16;
    if (!beside || place.width > 200)
      fitted(at, (beside ? end.x - wide - 6 : end.x) - at.x,
             colored(label, shown.checked ? Role::good : Role::muted), {shown.note, shorter});
    spot(place, "{}: {} ({})", shown.about, shown.value, shown.note);
  }

  // A running sum as a bar: what was kept is pale, what the tile added is solid, what stood there
  // before the rescale is dashed.
  void draw_sum(const Register& shown, const Rect& track) const {
    p_.rect(track, rounded(solid(Role::grid, 0.5f)));
    if (tile_ < 0) return;
    const double end = row_.*shown.total, kept = end - row_.*shown.added,
                 before = before_.*shown.total, held = std::lerp(before, kept, shrink_);
    const double high = largest(s_.folded.rows, std::mem_fn(shown.total), std::max(0.0, kept)),
                 low = -largest(
                     s_.folded.rows, [&](const SoftmaxRow&row) { return -(row.*shown.total); },
                     std::max(0.0, -kept));
    const Scale x = {track.x, track.right(), low, high == low ? low + 1 : high};
    const auto span = [&](double a, double b, const Style& style) {
      p_.rect({std::min(x(a), x(b)), track.y, std::fabs(x(b) - x(a)), track.height}, style);
    };
    span(0, held, solid(Role::lane, 0.4f));
    span(held, held + (end - kept) * grow_, solid(Role::lane));
    if (std::fabs(x(before) - x(kept)) > 1) span(0, before, earlier);
    if (low < 0) upright(p_, x(0), track.y - 3, track.bottom() + 3, stroked(Role::ink));
  }
};

float SoftmaxRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
