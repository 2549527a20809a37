#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/accumulate_rounding.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float plot_height = 230, gap_y = 20 + plot_height + 62;

class Drawing {
 public:
  Drawing(const WeightUpdates& weight, Painter& painter, const View& view)
      : w_(weight),
        p_(painter),
        step_(view.step),
        width_(view.width),
        plot_{52, 20, view.width - 52 - 96, plot_height},
        x_{plot_.x, plot_.right(), 0, static_cast<double>(w_.count)} {
    // What all curves need, at every step the same.
    double low = w_.start, high = w_.exact(w_.steps);
    const auto include = [&](const std::vector<double>& curve) {
      for (double value : curve) low = std::min(low, value), high = std::max(high, value);
    };
    for (const std::vector<double>& run : w_.runs) include(run);
    include(w_.nearest);
    y_ = {plot_.bottom() - 6, plot_.y, low, high};
  }

  void run() {
    axis_below(p_, plot_, x_, ticks(x_, width_ < narrow_limit ? 2 : 4));
    axis_left(p_, plot_, y_, ticks(y_, 4));
    p_.text({2, 6}, "weight", quiet);
    p_.text({plot_.right() + 14, plot_.bottom() + 14}, "updates", quiet);
    curves();
    labels();
    p_.hotspot(
        {plot_, "Drag through the updates", drag_x("step", plot_.x, plot_.right(), 0, w_.steps)});
    gap();
  }

 private:
  void curves();
  void labels();
  void gap();

  void curve(std::string_view part, const std::vector<double>& values, const Style& style) {
    std::vector<Point> line;
    for (int step = 0; step <= step_; ++step)
      line.push_back({x_(w_.updates(step)), y_(values[static_cast<size_t>(step)])});
    if (line.size() < 2) return;
    const Part within(p_, part);
    p_.path(line, false, style);
  }

  const WeightUpdates& w_;
  Painter& p_;
  const int step_;
  const float width_;
  const Rect plot_;
  const Scale x_;
  Scale y_;
};

void Drawing::curves() {
  for (const std::vector<double>& run : w_.runs) curve("stochastic", run, {.stroke = Role::wait});
  p_.begin("exact");
  p_.line({plot_.x, y_(w_.start)}, {x_(w_.updates(step_)), y_(w_.exact(step_))},
          {.stroke = Role::ink, .stroke_width = 1.5f, .dashed = true});
  p_.end();
  curve("nearest", w_.nearest, {.stroke = Role::bad, .stroke_width = 2.5f});
  curve("mean", w_.mean, {.stroke = Role::compute, .stroke_width = 2.5f});
}

// The three ends with their names, moved apart where they meet.
void Drawing::labels() {
  struct Label {
    std::string_view part, name;
    double value;
    Role role;
  };
  const auto now = static_cast<size_t>(step_);
  Label all[] = {{"exact", "exact", w_.exact(step_), Role::ink},
                 {"mean", w_.runs.size() > 1 ? "mean" : "one run", w_.mean[now], Role::compute},
                 {"nearest", "nearest", w_.nearest[now], Role::bad}};
  // From the top, by value; equal ones in this order.
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2 - i; ++k)
      if (all[k].value < all[k + 1].value) std::swap(all[k], all[k + 1]);
  float ends[] = {y_(all[0].value), y_(all[1].value), y_(all[2].value)};
  keep_apart(ends, 15, plot_.y, plot_.bottom() - 2);
  const float left = x_(w_.updates(step_)) + 6;
  for (int i = 0; i < 3; ++i) {
    const Part part(p_, all[i].part);
    p_.text({left, ends[i]}, fill("{} {}", {all[i].name, brief(all[i].value)}),
            {.role = all[i].role, .size = Size::small, .weight = Weight::semibold});
  }
}

// Where the first update falls between two numbers of the format.
void Drawing::gap() {
  const auto& [below, above, share] = w_.first;
  const float y = gap_y + 34, left = 20, right = width_ - 20;
  const Part part(p_, "gap");
  section(p_, 2, width_ - 2, gap_y,
          fill("The first: {} + {}", {readable(w_.start), power_text(w_.exponent)}));
  if (share == 0) {
    p_.text({2, gap_y + 24},
            below > w_.start ? "It is a number of the format: nothing is rounded."
                             : "It lies above the largest number, and stays there.",
            label);
    return;
  }
  p_.line({left, y}, {right, y}, {.stroke = Role::muted, .stroke_width = 1.5f});
  const float middle = (left + right) / 2, at = left + (right - left) * static_cast<float>(share);
  p_.line({middle, y - 7}, {middle, y + 7}, {.stroke = Role::grid, .stroke_width = 1.5f});
  p_.text({middle, y + 20}, "halfway", centered(quiet));
  for (float end : {left, right})
    p_.line({end, y - 9}, {end, y + 9}, {.stroke = Role::ink, .stroke_width = 2});
  p_.text({left - 14, y + 20}, readable(below), label);
  p_.text({right + 14, y + 20}, readable(above), ended(label));
  p_.line({left, y}, {at, y}, {.stroke = Role::data, .stroke_width = 4});
  p_.circle({at, y}, 5, {.fill = Role::data, .stroke = Role::surface});
  p_.text({2, y + 44},
          fill("Stochastic: up {} of the time. Nearest: {}.",
               {chance_text(share), step_ == 0    ? "press play"
                                    : share > 0.5 ? "always up"
                                    : share < 0.5 ? "never"
                                                  : "to even"}),
          label);
  p_.hotspot({{left - 14, y - 12, right - left + 28, 24},
              fill("{} of the way from {} to {}",
                   {chance_text(share), readable(below), readable(above)})});
}

}  // namespace

float accumulate_rounding_height(float) { return gap_y + 88; }

void draw_accumulate_rounding(const WeightUpdates& weight, Painter& painter, const View& view) {
  Drawing(weight, painter, view).run();
}

}  // namespace loom::scenes
