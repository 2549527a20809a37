#include <algorithm>
#include <array>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/kernels/accumulator.hpp"
#include "web/scenes/kernels/accumulator_lens.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

struct Layout {
  bool narrow;
  Rect plot, strip, rounding, term;
  float right, height;
};

Layout lay_out(float width) {
  Layout layout{};
  layout.narrow = width < narrow_limit;
  layout.right = width - 2;
  constexpr float cards = 262, gap = 14;
  const float left = layout.narrow ? 34 : 38, right = layout.narrow ? 66 : 92 + cards + gap;
  layout.plot = {left, 30, width - left - right, layout.narrow ? 130.f : 224.f};
  layout.strip = {left, layout.plot.bottom() + (layout.narrow ? 42.f : 48.f), layout.plot.width,
                  layout.narrow ? 34.f : 48.f};
  const float first = layout.narrow ? 2 : layout.right - cards,
              across = layout.narrow ? width - 4 : cards;
  layout.rounding = {first, layout.narrow ? layout.strip.bottom() + 10 : 30, across,
                     layout.narrow ? low_rounding_lens : rounding_lens_height};
  layout.term = {first, layout.rounding.bottom() + (layout.narrow ? 8.f : 10.f), across,
                 layout.narrow ? low_term_lens : term_lens_height};
  layout.height = std::max(layout.term.bottom(), layout.strip.bottom()) + 4;
  return layout;
}

// "1/262k", "1/8.4M": where all digits have no room.
std::string show_step_short(double step) {
  const double fraction = 1 / step;
  if (fraction >= 1e6) return "1/" + fixed(fraction / 1e6, 1) + "M";
  return "1/" + integer(std::llround(fraction / 1000)) + "k";
}

class Picture {
 public:
  Picture(const AccumulatorRun& run, Painter& painter, const View& view)
      : run_(run),
        p_(painter),
        layout_(lay_out(view.width)),
        step_(view.step),
        fraction_(view.fraction) {
    high_ = std::max(run.exact(run.count()), *std::max_element(run.sums.begin(), run.sums.end())) *
            1.06;
  }

  void draw();

 private:
  void draw_grid();
  float draw_binade(double low, float label_limit);
  void draw_adds_axis();
  void draw_exact();
  void draw_lost();
  void draw_sum();
  void draw_freeze();
  bool write_freeze(const std::string& text);
  void draw_header();
  void draw_errors();
  void draw_handles();

  float x(float add) const {
    return layout_.plot.x + add / static_cast<float>(run_.count()) * layout_.plot.width;
  }
  float x(int add) const { return x(static_cast<float>(add)); }
  float y(double sum) const {
    return layout_.plot.bottom() - static_cast<float>(sum / high_) * layout_.plot.height;
  }
  bool frozen() const { return run_.stuck && step_ > 0 && step_ >= run_.last_change; }
  bool near_floor() const {  // the plateau is too low to write below it
    return layout_.plot.bottom() - y(run_.sum(run_.last_change)) < 28;
  }
  bool below_exact(float left, float baseline) const;
  float head() const { return static_cast<float>(step_ - 1) + fraction_; }  // in adds

  const AccumulatorRun& run_;
  Painter& p_;
  Layout layout_;
  int step_;
  float fraction_;
  double high_;
};

void Picture::draw() {
  draw_grid();
  draw_adds_axis();
  if (frozen()) draw_lost();
  draw_exact();
  draw_sum();
  if (frozen()) draw_freeze();
  draw_header();
  draw_errors();
  draw_handles();
  draw_rounding_lens(run_, p_, layout_.rounding, step_, fraction_);
  draw_term_lens(run_, p_, layout_.term, step_);
}

// The numbers that the accumulator can hold, as lines; a wash where they are too dense to draw.
void Picture::draw_grid() {
  const Rect& plot = layout_.plot;
  p_.text({plot.right() + 8, plot.y - 16}, layout_.narrow ? "step" : "step to the", quiet);
  if (!layout_.narrow) p_.text({plot.right() + 8, plot.y - 2}, "next number", quiet);
  float free_above = plot.bottom() - 13;  // 0 stands below
  p_.text({plot.x - 6, plot.bottom()}, "0", ended(quiet));
  p_.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, {.stroke = Role::muted});
  double low = std::ldexp(1., std::ilogb(high_));
  while (plot.bottom() - y(low) > 2) low /= 2;  // the lowest that can be told from 0
  const float floor = y(low);
  p_.rect({plot.x, floor, plot.width, plot.bottom() - floor},
          {.fill = Role::grid, .fill_opacity = 0.45f});
  for (; low < high_; low *= 2) free_above = draw_binade(low, free_above);
}

// Everything from one power of two to the next. Returns above which height a label may come next.
float Picture::draw_binade(double low, float label_limit) {
  const Rect& plot = layout_.plot;
  const double top = std::min(2 * low, high_), step = numerics::step_at(low, run_.bits);
  const float spacing = y(0) - y(step);
  if (spacing < 3.5f) {
    p_.rect({plot.x, y(top), plot.width, y(low) - y(top)},
            {.fill = Role::grid, .fill_opacity = 0.45f});
  } else {
    for (double number = low + step; number < top; number += step)
      p_.line({plot.x, y(number)}, {plot.right(), y(number)}, {.stroke = Role::grid});
  }
  p_.line({plot.x, y(low)}, {plot.right() + 4, y(low)},
          {.stroke = Role::muted, .stroke_width = 0.75f});
  const std::string label = fit({show_step(low)}, plot.x - 6, Size::small);
  if (y(low) <= label_limit && !label.empty()) {
    p_.text({plot.x - 6, y(low)}, label, ended(quiet));
    label_limit = y(low) - 13;
  }
  const float middle = (y(low) + y(top)) / 2;
  if (y(low) - y(top) >= 14)
    p_.text({plot.right() + 8, middle},
            fit({show_step(step), show_step_short(step)}, layout_.right - plot.right() - 8,
                Size::small),
            quiet);
  return label_limit;
}

void Picture::draw_adds_axis() {
  const Rect& plot = layout_.plot;
  const float room = plot.width / (layout_.narrow ? 5.f : 9.f);
  int every = 1;
  while (x(every) - x(0) < room) every *= 2;
  for (int add = 0; add <= run_.count(); add += every) {
    p_.line({x(add), plot.bottom()}, {x(add), plot.bottom() + 4}, {.stroke = Role::muted});
    p_.text({x(add), plot.bottom() + 14}, std::to_string(add), centered(quiet));
  }
  const float last = text_width(std::to_string(run_.count()), Size::small) / 2;
  p_.text({plot.right() + last + 6, plot.bottom() + 14}, "adds", quiet);
}

void Picture::draw_exact() {
  std::vector<Point> line = {{x(0), y(0)}};
  for (int add = 1; add <= run_.count(); ++add) line.push_back({x(add), y(run_.exact(add))});
  const Part part(p_, "exact");
  p_.path(line, false, {.stroke = Role::ink, .stroke_width = 1.25f, .dashed = true});
}

// Steps up to the add that is under way.
void Picture::draw_sum() {
  if (step_ == 0) return;
  std::vector<Point> stairs = {{x(0), y(0)}};
  for (int add = 1; add < step_; ++add) {
    if (run_.lost(add)) continue;  // level ground
    stairs.push_back({x(add), y(run_.sum(add - 1))});
    stairs.push_back({x(add), y(run_.sum(add))});
  }
  const float before = y(run_.sum(step_ - 1)), after = y(run_.sum(step_));
  const float now = before + (after - before) * std::clamp(2 * fraction_ - 1, 0.f, 1.f);
  const Point from{x(step_ - 1), before}, corner{x(head()), before}, tip{x(head()), now};
  if (stairs.back().x < from.x) stairs.push_back(from);
  const Style done{.stroke = Role::compute, .stroke_width = 2},
      under_way{.stroke = Role::compute, .stroke_width = 3.5f};
  const Part part(p_, "sum");
  p_.path(stairs, false, done);
  if (now == before)
    p_.line(from, corner, under_way);
  else
    p_.path(std::array{from, corner, tip}, false, under_way);
  p_.circle(tip, 5, {.fill = Role::compute, .stroke = Role::surface, .stroke_width = 1.5f});
}

// What was rounded away since the sum got stuck.
void Picture::draw_lost() {
  const int first = run_.last_change;
  const double level = run_.sum(first);
  if (step_ == first) return;
  std::vector<Point> wedge = {{x(first), y(level)}};
  for (int add = first; add <= step_; ++add)
    wedge.push_back({x(add), y(std::max(level, run_.exact(add)))});
  wedge.push_back({x(step_), y(level)});
  const Part part(p_, "freeze");
  p_.path(wedge, true, {.fill = Role::waste, .fill_opacity = 0.28f});
  const std::string text = "lost " + fixed(run_.exact(step_) - level, 1);
  const float right = x(step_) - 8, left = right - text_width(text, Size::small);
  const float baseline = y(level) - (near_floor() ? 36.f : 13.f);
  if (below_exact(left, baseline)) p_.text({right, baseline}, text, ended(strong));
}

// Whether a text that starts there keeps clear of the exact line and of where the sum got stuck.
bool Picture::below_exact(float left, float baseline) const {
  const float add = (left - layout_.plot.x) / layout_.plot.width * static_cast<float>(run_.count());
  const int before = static_cast<int>(std::floor(add));
  return before > run_.last_change && y(run_.exact(std::min(before, run_.count()))) < baseline - 12;
}

void Picture::draw_freeze() {
  const float at = x(run_.last_change), level = y(run_.sum(run_.last_change));
  const Part part(p_, "freeze");
  p_.line({at, level}, {at, layout_.plot.bottom()},
          {.stroke = Role::bad, .stroke_width = 1.5f, .dashed = true});
  p_.circle({at, level}, 5, {.fill = Role::surface, .stroke = Role::bad, .stroke_width = 2.5f});
  const std::string after = fill("stuck after add {}", {run_.last_change});
  const std::string level_text =
      fill("stuck at {} after add {}", {run_.show(run_.sums.back()), run_.last_change});
  for (const std::string& text : {level_text, after, std::string("stuck")})
    if (write_freeze(text)) break;
}

// Below the plateau where there is room, beside the dashed line; otherwise above it. False: no
// room.
bool Picture::write_freeze(const std::string& text) {
  const Rect& plot = layout_.plot;
  const float at = x(run_.last_change), width = text_width(text, Size::small);
  float left = at + 8, middle = plot.bottom() - 11;
  if (near_floor()) {
    middle = y(run_.sum(run_.last_change)) - 14;
    while (left + width < plot.right() && !below_exact(left, middle)) left += 4;
  } else if (left + width > plot.right()) {
    left = at - 8 - width;
    if (left < plot.x + 0.2f * plot.width) return false;
  }
  if (left + width > plot.right()) return false;
  p_.rect({left - 3, middle - 9, width + 6, 18},
          {.fill = Role::surface, .fill_opacity = 0.85f, .radius = 4});
  p_.text({left, middle}, text,
          {.role = Role::bad, .size = Size::small, .weight = Weight::semibold});
  return true;
}

void Picture::draw_header() {
  const Rect& plot = layout_.plot;
  const std::string sum = run_.show(run_.sum(step_)), exact = fixed(run_.exact(step_), 1);
  float left = plot.x;
  const auto entry = [&](std::string_view part, const std::string& text, const Style& style) {
    p_.begin(part);
    p_.line({left, 12}, {left + 17, 12}, style);
    p_.text({left + 21, 12}, text,
            {.role = style.stroke, .size = Size::small, .weight = Weight::semibold});
    p_.end();
    left += 21 + text_width(text, Size::small) + 14;
  };
  entry("sum", "sum " + sum, {.stroke = Role::compute, .stroke_width = 3.5f});
  entry("exact", "exact " + exact, {.stroke = Role::ink, .stroke_width = 1.25f, .dashed = true});
  if (step_ == 0) return;
  const std::string error =
      "error " + percent(numerics::relative_error(run_.sum(step_), run_.exact(step_)), 1);
  if (left + text_width(error, Size::small) > plot.right()) return;
  const Part part(p_, "exact");
  p_.text({left, 12}, error, quiet);
}

// One bar per add: how far rounding pushed the sum up or down.
void Picture::draw_errors() {
  const Rect& strip = layout_.strip;
  const float middle = strip.center().y, width = strip.width / static_cast<float>(run_.count());
  double largest = 0;
  for (const numerics::RoundedAdd& add : run_.adds)
    largest = std::max(largest, std::fabs(add.error));
  const Part part(p_, "sum");
  // The longest bar is as long for all widths of the mantissa.
  p_.text({strip.x, strip.y - 12},
          fit({"Rounding error of each add, up to " + readable(largest),
               "Error of each add, up to " + readable(largest), "Rounding error of each add"},
              strip.width + 20, Size::small),
          strong);
  p_.line({strip.x, middle}, {strip.right(), middle}, {.stroke = Role::grid});
  p_.text({strip.right() + 8, strip.y + 8}, "up", quiet);
  p_.text({strip.right() + 8, strip.bottom() - 8}, "down", quiet);
  const float inset = width > 4 ? 1.f : 0.f;
  for (int k = 1; k <= step_; ++k) {
    const double error = run_.add(k).error;
    const float size = largest > 0 ? static_cast<float>(error / largest) * strip.height / 2 : 0;
    const float left = x(k - 1) + inset, bar = std::min(width - 2 * inset, 20.f);
    const float center = (x(k - 1) + x(k)) / 2;
    const Role role = run_.lost(k) ? Role::bad : Role::compute;
    const float grown = size * (k == step_ ? fraction_ : 1.f);
    if (grown == 0) continue;
    p_.rect(
        {std::max(left, center - bar / 2), std::min(middle, middle - grown), bar, std::fabs(grown)},
        {.fill = role, .fill_opacity = k == step_ ? 1.f : 0.55f});
  }
}

// The plot is one long slider, with a tooltip every few adds.
void Picture::draw_handles() {
  const Rect& plot = layout_.plot;
  constexpr float finger = 24;
  const auto adds = static_cast<int>(std::ceil(finger / (x(1) - x(0))));
  const int groups = std::max(1, run_.count() / adds);
  int from = 0;
  for (int group = 1; group <= groups; ++group) {
    const int to = run_.count() * group / groups;
    p_.hotspot({{x(from), plot.y, x(to) - x(from), layout_.strip.bottom() - plot.y},
                fill("After {}: sum {}, exact {}. Drag to move through the adds",
                     {{to, "add"}, run_.show(run_.sum(to)), fixed(run_.exact(to), 1)}),
                drag_x("step", plot.x, plot.right(), 0, run_.count())});
    from = to;
  }
}

}  // namespace

float accumulator_picture_height(float width) { return lay_out(width).height; }

void draw_accumulator_picture(const AccumulatorRun& run, Painter& painter, const View& view) {
  Picture(run, painter, view).draw();
}

}  // namespace loom::scenes
