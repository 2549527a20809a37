#include "web/scene/kit.hpp"
#include "web/scenes/kernels/split_kv.hpp"

namespace loom::scenes {

using kernels::DecodeWaves, kernels::SplitPart;

constexpr int map_columns = 37, map_rows = 4, tile_rows = 64;
constexpr double least_times = 0.25, most_times = 256;

// Of an SM: no block, one, two, more.
constexpr Style block_styles[] = {solid(Role::grid), solid(Role::compute, 0.4f),
                                  solid(Role::compute, 0.7f), solid(Role::compute)};
constexpr Style computed_line = dashed(Role::muted, 1.5f),
                measured_line = stroked(Role::data, 1.5f),
                measured_point = {
                    .fill = Role::surface, .stroke = Role::data, .stroke_width = 1.5f};

struct SplitKvDrawing : Picture<SplitChart> {
  float map_wide_ = by_width(width_ - 4, 363), map_high_ = by_width(24, 40);
  Point second_ = by_width(Point{2, 48}, Point{width_ - 2 - 363, 0});
  float key_y_ = second_.y + by_width(18, 20) + map_high_ + by_width(12, 14);
  Rect plot_ = {by_width(38, 44), key_y_ + by_width(34, 40), by_width(width_ - 50, 336),
                by_width(82, 160)};
  Scale x_ = {plot_.x, plot_.right(), 1, most_pieces, true},
        y_ = {plot_.bottom(), plot_.y, least_times, most_times, true};
  // Beside the plot, or below it: the tile, then the example.
  float left_ = by_width(2, 432), right_ = width_ - 2;
  float tile_y_ = by_width(plot_.bottom() + 52, key_y_ + 26), merge_y_ = tile_y_ + by_width(40, 54);
  float names_ = 50, keys_ = px(s_.scores.size()),
        wide_ = (right_ - left_ - names_) / keys_;  // of a key
  float bars_ = by_width(18, 28), scores_y_ = merge_y_ + 13, values_y_ = scores_y_ + bars_ + 6,
        line_ = by_width(14, 16), parts_y_ = values_y_ + bars_ + 12;

  float height() const {
    return std::max(plot_.bottom() + by_width(40, 60), parts_y_ + 3 * line_ + 14);
  }
  void draw() {
    Part part(p_, "one");
    map({2, 0}, "1 piece", s_.one, 1);
    part.next("split");
    map(second_, plural(s_.grid.splits, "piece"), s_.now, s_.grid.splits);
    part.end();
    key();
    plot();
    tile();
    merge();
  }

  // An SM's cell says how many blocks it runs, one after another.
  void map(Point at, std::string_view pieces, const DecodeWaves& waves, int splits) {
    write({at.x, at.y + 8}, strong, "{}: {}, {} of {} SMs read", pieces,
          Word(waves.blocks, "block"), waves.busy, s_.gpu->sms);
    const Grid grid = {
        {at.x, at.y + by_width(18, 20), map_wide_, map_high_}, map_columns, map_rows};
    std::vector<std::uint8_t> kinds;
    for (const std::int64_t blocks : waves.blocks_of)
      kinds.push_back(static_cast<std::uint8_t>(std::min<std::int64_t>(blocks, 3)));
    paint_cells(p_, grid, kinds, block_styles, 1);
    spot(grid.box, splits == s_.grid.splits ? Action{} : choose("splits", splits),
         "{}: {} at most for a block; SMs busy {} of the time", pieces,
         Word(waves.keys_of_a_block, "key"), percent(waves.busy_share, 1));
  }

  void key() {
    Legend legend(p_, {2, key_y_}, width_);
    legend.add("", "idle SM", block_styles[0]);
    legend.add("", "1 block", block_styles[1]);
    legend.add("", "2", block_styles[2]);
    legend.add("", by_width("3 or more", "3 or more, one after another"), block_styles[3]);
  }

  Point at(const SplitChart::Speed& speed) const { return {x_(speed.splits), y_(speed.times)}; }

  void plot() {
    Part part(p_, "curve");
    p_.text({2, key_y_ + by_width(20, 24)}, "times as fast as 1 piece, logarithmic", strong);
    axis_below(p_, plot_, x_, ticks(x_, 8, 2));
    axis_left(p_, plot_, y_, ticks(y_, 5, 2));
    axis_title(p_, plot_, "pieces, logarithmic");
    curve(p_, computed_line, static_cast<int>(s_.computed.size()),
          [&](int i) { return at(nth(s_.computed, i)); });
    part.next("measured");
    if (!s_.measured.empty())
      curve(p_, measured_line, static_cast<int>(s_.measured.size()),
            [&](int i) { return at(nth(s_.measured, i)); });
    for (const SplitChart::Speed& speed : s_.measured) p_.circle(at(speed), 3.5f, measured_point);
    part.next("curve");
    edge_handle(p_, x_(s_.grid.splits), {0, plot_.y, 0, plot_.height},
                "Drag to choose the number of pieces", drag_x("splits", x_));
    p_.circle({x_(s_.grid.splits), y_(s_.speedup())}, 4, solid(Role::ink));
    part.next("measured");
    for (const SplitChart::Speed& speed : s_.measured)
      spot(around(at(speed), 7), choose("splits", speed.splits), "{}: measured {} times as fast",
           Word(speed.splits, "piece"), significant(speed.times));
    part.end();
    Legend legend(p_, {2, plot_.bottom() + by_width(34, 50)}, by_width(width_, 400));
    legend.line("curve", by_width("computed", "computed, one block an SM at a time"),
                computed_line);
    if (!s_.measured.empty())
      legend.point("measured", by_width("measured", "measured on an H200"), measured_point);
  }

  // The rows of a matrix instruction: a query for each head that shares the keys.
  void tile() {
    const Part part(p_, "rows");
    const kernels::PackedRows rows = kernels::packed_rows(s_.sharing);
    write({left_, tile_y_}, strong, "rows of a tensor-core tile: {}, {} empty",
          rows.used == 1 ? std::string("1 query") : fill("{} queries", rows.used), rows.wasted());
    const Grid grid = {{left_, tile_y_ + 12, right_ - left_, by_width(16, 20)}, tile_rows / 2, 2};
    std::vector<std::uint8_t> kinds(tile_rows, 1);
    std::fill_n(kinds.begin(), rows.used, std::uint8_t{0});
    const Style styles[] = {solid(Role::lane), wasted};
    paint_cells(p_, grid, kinds, styles, 1);
    spot(grid.box, "A matrix instruction of Hopper has {} rows. {}", rows.tile,
         rows.used == 1 ? "One query fills one"
                        : fill("{} queries of heads that share keys fill as many", rows.used));
  }

  float key_x(double key) const { return left_ + names_ + wide_ * px(key); }

  // Bars for each key, and for each piece what its block returns.
  void merge() {
    const Part part(p_, "merge");
    write({left_, merge_y_}, strong, "a merge: {} in {}", Word(s_.scores.size(), "key"),
          Word(s_.merge.parts.size(), "piece"));
    values("score", s_.scores, scores_y_, score_limit);
    values("value", s_.values, values_y_, value_limit);
    const char* names[] = {"lse", "output", "weight"};
    for (int row = 0; row < 3; ++row)
      p_.text({left_, parts_y_ + line_ * px(row)}, names[row], quiet);
    int index = 0;
    for (const SplitPart& piece : s_.merge.parts) {
      ++index;
      if (piece.keys == 0) continue;
      const float from = key_x(piece.first) + 2, to = key_x(piece.first + piece.keys) - 2;
      bracket(p_, from, to, parts_y_ - 8, -4, stroked(Role::muted));
      const int decimals = to - from < 40 ? 1 : 2;
      const std::string numbers[] = {fixed(piece.lse, decimals), fixed(piece.output, decimals),
                                     fixed(piece.weight, 2)};
      for (int row = 0; row < 3; ++row)
        p_.text({(from + to) / 2, parts_y_ + line_ * px(row)}, numbers[row], centered(label));
      spot({from, parts_y_ - 8, to - from, 48},
           "Piece {}: {}, log-sum-exp {}, output {}, weight {} in the whole", index,
           Word(piece.keys, "key"), numbers[0], numbers[1], numbers[2]);
    }
    write({left_, parts_y_ + 3 * line_ + 4}, strong, "merged: {}, as softmax over all keys",
          fixed(s_.merge.merged, 3));
  }

  void values(std::string_view name, const std::vector<double>& numbers, float y, double limit) {
    p_.text({left_, y + bars_ / 2}, name, quiet);
    level(p_, y + bars_ / 2, left_ + names_, right_, stroked(Role::grid));
    for (size_t i = 0; i < numbers.size(); ++i) {
      const Rect box = {key_x(static_cast<double>(i)) + 3, y, wide_ - 6, bars_};
      value_bar(p_, box, numbers[i], limit, solid(name == "score" ? Role::lane : Role::data));
      const std::string what = fill("Key {}: {} {}", i, name, brief(numbers[i]));
      const Rect grip = band(box, box.center().y - 12, 24);
      if (name == "score")
        spot(grip, drag_value("scores", static_cast<int>(i), box, limit),
             what + ". Drag up or down");
      else
        spot(grip, what);
    }
  }
};

float SplitChart::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
