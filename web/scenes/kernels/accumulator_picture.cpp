#include "web/scene/kit.hpp"
#include "web/scenes/kernels/accumulator.hpp"
#include "web/scenes/kernels/accumulator_lens.hpp"

namespace loom::scenes {

constexpr float cards = 262, gap = 14;
constexpr Style exact_line = dashed(Role::ink, 1.25f), dense = solid(Role::grid, 0.45f);

struct AccumulatorDrawing : Picture<AccumulatorRun> {
  float left_ = by_width(34, 38), right_ = width_ - 2;
  Rect plot_ = {left_, 30, width_ - left_ - by_width(66, 92 + cards + gap), by_width(130, 224)};
  Rect strip_ = {left_, plot_.bottom() + by_width(42, 48), plot_.width, by_width(34, 48)};
  Rect rounding_ = {by_width(2, right_ - cards), by_width(strip_.bottom() + 10, 30),
                    by_width(width_ - 4, cards), by_width(low_rounding_lens, rounding_lens_height)};
  Rect term_ = below(rounding_, by_width(8, 10), by_width(low_term_lens, term_lens_height));
  int step_ = view_.step;
  double high_ =
      1.06 * std::max(s_.exact(s_.count()), *std::max_element(s_.sums.begin(), s_.sums.end()));
  // Where the sum stuck.
  float stuck_x_ = x(s_.last_change), stuck_y_ = y(s_.sum(s_.last_change));
  bool near_floor_ = plot_.bottom() - stuck_y_ < 28;  // too low to write below it

  float height() const { return std::max(term_.bottom(), strip_.bottom()) + 4; }
  float x(float add) const { return plot_.x + add / px(s_.count()) * plot_.width; }
  float x(int add) const { return x(px(add)); }
  float y(double sum) const { return plot_.bottom() - px(sum / high_) * plot_.height; }

  void draw() {
    grid();
    adds_axis();
    const bool frozen = s_.stuck && step_ > 0 && step_ >= s_.last_change;
    if (frozen) lost();
    Part part(p_, "exact");
    curve(p_, exact_line, s_.count() + 1, [&](int add) { return Point{x(add), y(s_.exact(add))}; });
    part.end();
    if (step_ > 0) sum();
    if (frozen) freeze();
    header();
    errors();
    handles();
    draw_rounding_lens(s_, p_, rounding_, step_, view_.fraction);
    draw_term_lens(s_, p_, term_, step_);
  }

  // The numbers that the accumulator can hold, as lines; a wash where they are too dense to draw.
  void grid() {
    p_.text({plot_.right() + 8, plot_.y - 16}, by_width("step", "step to the"), quiet);
    if (!narrow_) p_.text({plot_.right() + 8, plot_.y - 2}, "next number", quiet);
    float free_above = plot_.bottom() - 13;  // 0 stands below
    p_.text({plot_.x - 6, plot_.bottom()}, "0", ended(quiet));
    level(p_, plot_.bottom(), plot_, stroked(Role::muted));
    double low = std::ldexp(1., std::ilogb(high_));
    while (plot_.bottom() - y(low) > 2) low /= 2;  // the lowest that can be told from 0
    wash(y(low), plot_.bottom());
    for (; low < high_; low *= 2) free_above = binade(low, free_above);
  }
  void wash(float top, float bottom) { p_.rect(band(plot_, top, bottom - top), dense); }

  // Everything from one power of two to the next. Returns above which height a label may come next.
  float binade(double low, float label_limit) {
    const double end = std::min(2 * low, high_), step = numerics::step_at(low, s_.bits);
    const float bottom = y(low), top = y(end), labels = plot_.right() + 8;
    if (y(0) - y(step) < 3.5f)
      wash(top, bottom);
    else
      for (double number = low + step; number < end; number += step)
        level(p_, y(number), plot_, stroked(Role::grid));
    level(p_, bottom, plot_.x, plot_.right() + 4, stroked(Role::muted, 0.75f));
    const std::string number = fit({show_step(low)}, plot_.x - 6, Size::small);
    if (bottom <= label_limit && !number.empty()) {
      p_.text({plot_.x - 6, bottom}, number, ended(quiet));
      label_limit = bottom - 13;
    }
    if (bottom - top >= 14)
      fitted({labels, (bottom + top) / 2}, right_ - plot_.right() - 8, quiet,
             {show_step(step), show_step_short(step)});
    return label_limit;
  }

  void adds_axis() {
    const float room = plot_.width / by_width(5, 9), foot = plot_.bottom();
    int every = 1;
    while (x(every) - x(0) < room) every *= 2;
    for (int add = 0; add <= s_.count(); add += every) tick_below(p_, {x(add), foot}, integer(add));
    const float last = text_width(integer(s_.count()), Size::small) / 2;
    p_.text({plot_.right() + last + 6, foot + 14}, "adds", quiet);
  }

  // Steps up to the add that is under way.
  void sum() {
    std::vector<Point> stairs = {{x(0), y(0)}};
    for (int add = 1; add < step_; ++add) {
      if (s_.lost(add)) continue;  // level ground
      stairs.push_back({x(add), y(s_.sum(add - 1))});
      stairs.push_back({x(add), y(s_.sum(add))});
    }
    const float before = y(s_.sum(step_ - 1)), after = y(s_.sum(step_)),
                at = x(px(step_ - 1) + view_.fraction);
    const float now = before + (after - before) * std::clamp(2 * view_.fraction - 1, 0.f, 1.f);
    const Point from{x(step_ - 1), before}, corner{at, before}, tip{at, now};
    if (stairs.back().x < from.x) stairs.push_back(from);
    const Style under_way = stroked(Role::compute, 3.5f);
    const Part part(p_, "sum");
    p_.path(stairs, false, stroked(Role::compute, 2));
    if (now == before)
      p_.line(from, corner, under_way);
    else
      p_.path(std::array{from, corner, tip}, false, under_way);
    p_.circle(tip, 5, edged(Role::compute, Role::surface, 1.5f));
  }

  // What was rounded away since the sum got stuck.
  void lost() {
    const int first = s_.last_change;
    const double stuck = s_.sum(first);
    if (step_ == first) return;
    std::vector<Point> wedge = {{stuck_x_, stuck_y_}};
    for (int add = first; add <= step_; ++add)
      wedge.push_back({x(add), y(std::max(stuck, s_.exact(add)))});
    wedge.push_back({x(step_), stuck_y_});
    const Part part(p_, "freeze");
    p_.path(wedge, true, solid(Role::waste, 0.28f));
    const std::string text = "lost " + fixed(s_.exact(step_) - stuck, 1);
    const float end = x(step_) - 8, middle = stuck_y_ - (near_floor_ ? 36.f : 13.f);
    if (below_exact(end - text_width(text, Size::small), middle))
      p_.text({end, middle}, text, ended(strong));
  }

  // Whether a text that starts there keeps clear of the exact line and of where the sum got stuck.
  bool below_exact(float left, float middle) const {
    const float add = (left - plot_.x) / plot_.width * px(s_.count());
    const int before = static_cast<int>(std::floor(add));
    return before > s_.last_change && y(s_.exact(std::min(before, s_.count()))) < middle - 12;
  }

  void freeze() {
    const Part part(p_, "freeze");
    upright(p_, stuck_x_, stuck_y_, plot_.bottom(), dashed(Role::bad, 1.5f));
    p_.circle({stuck_x_, stuck_y_}, 5, edged(Role::surface, Role::bad, 2.5f));
    const std::string after = fill("after add {}", s_.last_change);
    for (const std::string& text : {fill("stuck at {} {}", s_.show(s_.sums.back()), after),
                                    "stuck " + after, std::string("stuck")})
      if (write_freeze(text)) break;
  }

  // Below the plateau where there is room, beside the dashed line; otherwise above it. False: no
  // room.
  bool write_freeze(const std::string& text) {
    const float wide = text_width(text, Size::small);
    float left = stuck_x_ + 8, middle = plot_.bottom() - 11;
    if (near_floor_) {
      middle = stuck_y_ - 14;
      while (left + wide < plot_.right() && !below_exact(left, middle)) left += 4;
    } else if (left + wide > plot_.right()) {
      left = stuck_x_ - 8 - wide;
      if (left < plot_.x + 0.2f * plot_.width) return false;
    }
    if (left + wide > plot_.right()) return false;
    p_.rect({left - 3, middle - 9, wide + 6, 18}, rounded(solid(Role::surface, 0.85f), 4));
    p_.text({left, middle}, text, colored(strong, Role::bad));
    return true;
  }

  void header() {
    float left = plot_.x;
    const auto entry = [&](std::string_view part, std::string_view text, const Style& style) {
      const Part within(p_, part);
      level(p_, 12, left, left + 17, style);
      p_.text({left + 21, 12}, text, colored(strong, style.stroke));
      left += 21 + text_width(text, Size::small) + 14;
    };
    entry("sum", fill("sum {}", s_.show(s_.sum(step_))), stroked(Role::compute, 3.5f));
    entry("exact", fill("exact {}", fixed(s_.exact(step_), 1)), exact_line);
    if (step_ == 0) return;
    const std::string error =
        "error " + percent(numerics::relative_error(s_.sum(step_), s_.exact(step_)), 1);
    if (left + text_width(error, Size::small) > plot_.right()) return;
    const Part part(p_, "exact");
    p_.text({left, 12}, error, quiet);
  }

  // One bar per add: how far rounding pushed the sum up or down.
  void errors() {
    const float middle = strip_.center().y, wide = strip_.width / px(s_.count());
    const double most = largest(s_.adds, [](const auto& add) { return std::fabs(add.error); });
    const Part part(p_, "sum");
    // The longest bar is as long for all widths of the mantissa.
    fitted({strip_.x, strip_.y - 12}, strip_.width + 20, strong,
           {"Rounding error of each add, up to " + readable(most),
            "Error of each add, up to " + readable(most), "Rounding error of each add"});
    level(p_, middle, strip_, stroked(Role::grid));
    p_.text({strip_.right() + 8, strip_.y + 8}, "up", quiet);
    p_.text({strip_.right() + 8, strip_.bottom() - 8}, "down", quiet);
    const float apart = wide > 4 ? 1.f : 0.f, bar = std::min(wide - 2 * apart, 20.f);
    for (int k = 1; k <= step_; ++k) {
      const float size = most > 0 ? px(s_.add(k).error / most) * strip_.height / 2 : 0;
      const float grown = size * (k == step_ ? view_.fraction : 1.f),
                  center = (x(k - 1) + x(k)) / 2;
      if (grown == 0) continue;
      p_.rect({std::max(x(k - 1) + apart, center - bar / 2), std::min(middle, middle - grown), bar,
               std::fabs(grown)},
              solid(s_.lost(k) ? Role::bad : Role::compute, k == step_ ? 1.f : 0.55f));
    }
  }

  // The plot is one long slider, with a tooltip every few adds.
  void handles() {
    const auto adds = static_cast<int>(std::ceil(least_grip / (x(1) - x(0))));
    const int groups = std::max(1, s_.count() / adds);
    int from = 0;
    for (int group = 1; group <= groups; ++group) {
      const int to = s_.count() * group / groups;
      spot({x(from), plot_.y, x(to) - x(from), strip_.bottom() - plot_.y},
           drag_x("step", plot_.x, plot_.right(), 0, s_.count()),
           "After {}: sum {}, exact {}. Drag to move through the adds", Word(to, "add"),
           s_.show(s_.sum(to)), fixed(s_.exact(to), 1));
      from = to;
    }
  }
};

float AccumulatorRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
