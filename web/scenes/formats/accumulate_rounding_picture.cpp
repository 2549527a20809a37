#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/accumulate_rounding.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float names_wide = 120;  // px: at the curves' ends, with the sentence's digits

constexpr float top_of(bool narrow) { return narrow ? 60 : 44; }

// The curves, and where the first update falls: beside them, or below.
Panels lay_out(float width) {
  const bool narrow = is_narrow(width);
  return panels(width, 0,
                {.first_height = top_of(narrow) + (narrow ? 190.f : 240.f) + 24,
                 .second_height = 122,
                 .second_width = 230,
                 .below = 8});
}

Rect plot_in(const Rect& panel, bool narrow) {
  const float top = top_of(narrow);
  return {panel.x + 50, top, panel.width - 50 - names_wide, panel.height - top - 24};
}

class Drawing {
 public:
  Drawing(const WeightUpdates& weight, Painter& painter, const View& view)
      : w_(weight),
        p_(painter),
        step_(view.step),
        at_(lay_out(view.width)),
        plot_(plot_in(at_.first, at_.narrow)),
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
    axis_below(p_, plot_, x_, ticks(x_, at_.narrow ? 2 : 4));
    axis_left(p_, plot_, y_, ticks(y_, 4));
    key();
    curves();
    labels();
    p_.hotspot(
        {plot_, "Drag through the updates", drag_x("step", plot_.x, plot_.right(), 0, w_.steps)});
    gap();
  }

 private:
  void curve(std::string_view part, const std::vector<double>& values, const Style& style) {
    std::vector<Point> line;
    for (int step = 0; step <= step_; ++step)
      line.push_back({x_(w_.updates(step)), y_(nth(values, step))});
    if (line.size() < 2) return;
    const Part within(p_, part);
    p_.path(line, false, style);
  }

  // Every kind of line with its name, in the order of the drawing.
  void key() {
    Legend key(p_, {2, 10}, at_.first.right());
    key.line("stochastic", at_.narrow ? "each at random" : "each run, rounded at random",
             {.stroke = Role::wait});
    key.line("mean", w_.runs.size() > 1 ? "their mean" : "the only one",
             {.stroke = Role::compute, .stroke_width = 2.5f});
    key.line("nearest", "nearest", {.stroke = Role::bad, .stroke_width = 2.5f});
    key.line("exact", "exact", {.stroke = Role::ink, .stroke_width = 1.5f, .dashed = true});
    p_.text({2, plot_.y - 12}, "weight", quiet);
    p_.text({plot_.right() + 18, plot_.bottom() + 14}, "updates", quiet);
  }

  void curves() {
    for (const std::vector<double>& run : w_.runs) curve("stochastic", run, {.stroke = Role::wait});
    p_.begin("exact");
    p_.line({plot_.x, y_(w_.start)}, {x_(w_.updates(step_)), y_(w_.exact(step_))},
            {.stroke = Role::ink, .stroke_width = 1.5f, .dashed = true});
    p_.end();
    curve("nearest", w_.nearest, {.stroke = Role::bad, .stroke_width = 2.5f});
    curve("mean", w_.mean, {.stroke = Role::compute, .stroke_width = 2.5f});
  }

  // The three ends with their names, moved apart where they meet.
  void labels() {
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
    keep_apart(ends, 15, plot_.y, plot_.bottom() - 6);
    const float left = x_(w_.updates(step_)) + 6;
    for (int i = 0; i < 3; ++i) {
      const Part part(p_, all[i].part);
      p_.text({left, ends[i]}, fill("{} {}", {all[i].name, readable(all[i].value)}),
              {.role = all[i].role, .size = Size::small, .weight = Weight::semibold});
    }
  }

  // Where the first update falls between two numbers of the format.
  void gap() {
    const auto& [below, above, share] = w_.first;
    const Rect& box = at_.second;
    const float head = box.y + (at_.narrow ? 16.f : 10.f), y = head + 34, left = box.x + 16,
                right = box.right() - 16;
    const Part part(p_, "gap");
    const std::string name =
        fill("The first: {} + {}", {readable(w_.start), power_text(w_.exponent)});
    if (at_.narrow)
      section(p_, box.x, box.right(), head, name);
    else
      p_.text({box.x, head}, name, strong);
    if (share == 0) {
      p_.text(
          {box.x, head + 24},
          below > w_.start ? "It is a number of the format:" : "It is above the largest number,",
          label);
      p_.text({box.x, head + 42}, below > w_.start ? "nothing is rounded." : "and stays there.",
              label);
      return;
    }
    p_.line({left, y}, {right, y}, {.stroke = Role::muted, .stroke_width = 1.5f});
    const float middle = (left + right) / 2, at = left + (right - left) * static_cast<float>(share);
    p_.line({middle, y - 7}, {middle, y + 7}, {.stroke = Role::grid, .stroke_width = 1.5f});
    p_.text({middle, y + 20}, "halfway", centered(quiet));
    for (float end : {left, right})
      p_.line({end, y - 9}, {end, y + 9}, {.stroke = Role::ink, .stroke_width = 2});
    p_.text({box.x, y + 20}, readable(below), label);
    p_.text({box.right(), y + 20}, readable(above), ended(label));
    p_.line({left, y}, {at, y}, {.stroke = Role::data, .stroke_width = 4});
    p_.circle({at, y}, 5, {.fill = Role::data, .stroke = Role::surface});
    Lines lines(p_, {box.x, y + 44}, 18);
    lines.add(fill("Stochastic: up {} of the time.", {chance_text(share)}));
    lines.add(fill("Nearest: {}.", {step_ == 0    ? "press play"
                                    : share > 0.5 ? "always up"
                                    : share < 0.5 ? "never"
                                                  : "to even"}));
    p_.hotspot({{box.x, y - 12, box.width, 24},
                fill("{} of the way from {} to {}",
                     {chance_text(share), readable(below), readable(above)})});
  }

  const WeightUpdates& w_;
  Painter& p_;
  const int step_;
  const Panels at_;
  const Rect plot_;
  const Scale x_;
  Scale y_;
};

}  // namespace

float WeightUpdates::height(float width) const { return lay_out(width).bottom(); }

void WeightUpdates::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
