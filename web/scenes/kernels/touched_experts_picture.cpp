#include "web/scene/kit.hpp"
#include "web/scenes/kernels/touched_experts.hpp"

namespace loom::scenes {

constexpr int columns = 16, least_rows = 4;

// Of an expert: no token, one, two, more.
constexpr Style expert_styles[] = {solid(Role::grid), solid(Role::data, 0.4f),
                                   solid(Role::data, 0.7f), solid(Role::data)};

struct TouchedExpertsDrawing : Picture<TouchedChart> {
  Rect map_ = {2, 24, by_width(width_ - 4, 288), by_width(128, 206)};
  float key_y_ = map_.bottom() + 16;
  Rect plot_ = {by_width(44, 372), by_width(key_y_ + 40, 24), by_width(width_ - 56, width_ - 384),
                by_width(140, 206)};
  Scale x_ = {plot_.x, plot_.right(), 1, most_batch, true}, y_ = {plot_.bottom(), plot_.y, 0, 100};

  float height() const { return std::max(key_y_ + 10, plot_.bottom() + 40); }
  void draw() {
    experts();
    key();
    averages();
  }

  double percentage(int batch) const {
    return 100 * nth(s_.expected, batch - 1) / s_.choice.experts;
  }

  void experts() {
    const Part part(p_, "experts");
    write({2, 8}, strong, "{}: {} of {} read", Word(s_.choice.batch, "token"), s_.touched,
          Word(s_.choice.experts, "expert"));
    const int rows = (s_.choice.experts - 1) / columns + 1;
    const Grid grid = {map_, columns, std::max(rows, least_rows)};
    std::vector<std::uint8_t> kinds;
    for (const int tokens : s_.tokens)
      kinds.push_back(static_cast<std::uint8_t>(std::min(tokens, 3)));
    paint_cells(p_, grid, kinds, expert_styles, 1);
    const int busiest = *std::max_element(s_.tokens.begin(), s_.tokens.end());
    spot(map_, "One random step: the busiest expert has {}", Word(busiest, "token"));
  }

  void key() {
    Legend legend(p_, {2, key_y_}, by_width(width_, 340));
    legend.add("experts", "not read", expert_styles[0]);
    legend.add("experts", "1 token", expert_styles[1]);
    legend.add("experts", "2", expert_styles[2]);
    legend.add("experts", "3 or more", expert_styles[3]);
  }

  void averages() {
    const Part part(p_, "curve");
    write({plot_.x - 40, plot_.y - 16}, strong, "share of the experts’ weights that a step reads");
    axis_below(p_, plot_, x_, ticks(x_, 9, 2));
    axis_left(p_, plot_, y_, ticks(y_, 5), "%");
    axis_title(p_, plot_, "tokens, logarithmic");
    curve(p_, stroked(Role::data, 2), most_batch,
          [&](int i) { return placed(x_, y_, i + 1, percentage(i + 1)); });
    const float x = x_(s_.choice.batch), y = y_(100 * s_.share());
    edge_handle(p_, x, {0, plot_.y, 0, plot_.height}, "Drag to choose the tokens of a step",
                drag_x("batch", x_));
    p_.circle({x, y}, 4, solid(Role::ink));
  }
};

float TouchedChart::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
