#include "web/scene/kit.hpp"
#include "web/scenes/formats/accumulate_rounding.hpp"

namespace loom::scenes {

constexpr float names_wide = 120;  // px: at the curves' ends, with the sentence's digits
constexpr Style one_run = stroked(Role::wait), exact_line = dashed(Role::ink, 1.5f),
                mean_line = stroked(Role::compute, 2.5f), nearest_line = stroked(Role::bad, 2.5f);

struct AccumulateRoundingDrawing : Picture<WeightUpdates> {
  int step_ = view_.step;
  float top_ = by_width(60, 44);
  // The curves, and where the first update falls: beside them, or below.
  Panels both_ = panels(width_, 0,
                        {.first_height = top_ + by_width(190, 240) + 24,
                         .second_height = 122,
                         .second_width = 230,
                         .below = 8});
  Rect plot_ = {both_.first.x + 50, top_, both_.first.width - 50 - names_wide,
                both_.first.height - top_ - 24};
  Scale x_ = {plot_.x, plot_.right(), 0, static_cast<double>(s_.count)}, y_ = weights();

  float height() const { return both_.bottom(); }
  // What all curves need, at every step the same.
  Scale weights() const {
    double low = s_.start, high = s_.exact(s_.steps);
    const auto include = [&](const std::vector<double>& curve) {
      for (double value : curve) low = std::min(low, value), high = std::max(high, value);
    };
    for (const std::vector<double>& run : s_.runs) include(run);
    include(s_.nearest);
    return {plot_.bottom() - 6, plot_.y, low, high};
  }

  void draw() {
    axis_below(p_, plot_, x_, ticks(x_, narrow_ ? 2 : 4));
    axis_left(p_, plot_, y_, ticks(y_, 4));
    key();
    curves();
    labels();
    spot(plot_, drag_x("step", plot_.x, plot_.right(), 0, s_.steps), "Drag through the updates");
    in("gap", [&] { gap(); });
  }

  // Every kind of line with its name, in the order of the drawing.
  void key() {
    Legend key(p_, {2, 10}, both_.first.right());
    key.line("stochastic", by_width("each at random", "each run, rounded at random"), one_run);
    key.line("mean", s_.runs.size() > 1 ? "their mean" : "the only one", mean_line);
    key.line("nearest", "nearest", nearest_line);
    key.line("exact", "exact", exact_line);
    p_.text({2, plot_.y - 12}, "weight", quiet);
    p_.text({plot_.right() + 18, plot_.bottom() + 14}, "updates", quiet);
  }

  void run(std::string_view part, const std::vector<double>& values, const Style& style) {
    if (step_ == 0) return;
    const Part within(p_, part);
    const auto at = [&](int step) { return Point{x_(s_.updates(step)), y_(nth(values, step))}; };
    curve(p_, style, step_ + 1, at);
  }

  void curves() {
    for (const std::vector<double>& values : s_.runs) run("stochastic", values, one_run);
    Part part(p_, "exact");
    p_.line({plot_.x, y_(s_.start)}, {x_(s_.updates(step_)), y_(s_.exact(step_))}, exact_line);
    part.end();
    run("nearest", s_.nearest, nearest_line);
    run("mean", s_.mean, mean_line);
  }

  // The three ends with their names, moved apart where they meet.
  void labels() {
    struct Label {
      std::string_view part, name;
      double value;
      Role role;
    } all[] = {
        {"exact", "exact", s_.exact(step_), Role::ink},
        {"mean", s_.runs.size() > 1 ? "mean" : "one run", nth(s_.mean, step_), Role::compute},
        {"nearest", "nearest", nth(s_.nearest, step_), Role::bad}};
    // From the top, by value; equal ones in this order.
    for (int i : {0, 1, 0})
      if (all[i].value < all[i + 1].value) std::swap(all[i], all[i + 1]);
    float ends[] = {y_(all[0].value), y_(all[1].value), y_(all[2].value)};
    keep_apart(ends, 15, plot_.y, plot_.bottom() - 6);
    for (int i = 0; i < 3; ++i) {
      const Part part(p_, all[i].part);
      write({x_(s_.updates(step_)) + 6, ends[i]}, colored(strong, all[i].role), "{} {}",
            all[i].name, readable(all[i].value));
    }
  }

  // Where the first update falls between two numbers of the format.
  void gap() {
    const auto& [below, above, share] = s_.first;
    const Rect& box = both_.second;
    const float head = box.y + by_width(16, 10), y = head + 34, left = box.x + 16,
                right = box.right() - 16;
    const std::string name =
        fill("The first: {} + {}", readable(s_.start), power_text(s_.exponent));
    if (narrow_)
      section(p_, box.x, box.right(), head, name);
    else
      p_.text({box.x, head}, name, strong);
    if (share == 0) {
      const bool number = below > s_.start;
      Lines lines(p_, {box.x, head + 24}, 18);
      lines.add(number ? "It is a number of the format:" : "It is above the largest number,");
      lines.add(number ? "nothing is rounded." : "and stays there.");
      return;
    }
    level(p_, y, left, right, stroked(Role::muted, 1.5f));
    const float middle = (left + right) / 2, at = left + (right - left) * px(share);
    upright(p_, middle, y - 7, y + 7, stroked(Role::grid, 1.5f));
    p_.text({middle, y + 20}, "halfway", centered(quiet));
    for (float end : {left, right}) upright(p_, end, y - 9, y + 9, stroked(Role::ink, 2));
    p_.text({box.x, y + 20}, readable(below), label);
    p_.text({box.right(), y + 20}, readable(above), ended(label));
    level(p_, y, left, at, stroked(Role::data, 4));
    p_.circle({at, y}, 5, edged(Role::data, Role::surface));
    Lines lines(p_, {box.x, y + 44}, 18);
    lines.write(label, "Stochastic: up {} of the time.", chance_text(share));
    lines.write(label, "Nearest: {}.",
                step_ == 0    ? "press play"
                : share > 0.5 ? "always up"
                : share < 0.5 ? "never"
                              : "to even");
    spot(band(box, y - 12, 24), "{} of the way from {} to {}", chance_text(share), readable(below),
         readable(above));
  }
};

float WeightUpdates::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
