#include "web/scene/kit/bar_rows.hpp"

#include <algorithm>

#include "web/scene/kit/placed_text.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {

float BarRows::x(double share) const {
  return from_ + full_ * static_cast<float>(std::clamp(share, 0., 1.));
}

void BarRows::next(bool chosen) {
  row_.y += row_.height;
  chosen_ = chosen;
  marked_ = 0;
  if (chosen) chosen_ground(p_, row_);
}

void BarRows::name(std::string_view text) const {
  p_.text({row_.x + 4, middle()}, text, chosen_ ? strong : label);
}

void BarRows::cell(float right, std::string_view text) const {
  p_.text({right, middle()}, text, ended(chosen_ ? strong : label));
}

void BarRows::mark(double share) {
  marked_ = x(share);
  p_.line({marked_, middle() - 9}, {marked_, middle() + 9},
          {.stroke = Role::ink, .stroke_width = 2});
}

void BarRows::mark_at(float x, const Style& style) const {
  p_.line({x, middle() - 9}, {x, middle() + 9}, style);
}

void BarRows::bar_to(float end, const Style& style, float thick) const {
  p_.rect({from_, middle() - thick / 2, std::max(1.f, end - from_), thick}, style);
}

void BarRows::bar(double share, const Style& style, std::string_view behind, float thick) {
  // Not x(share) - from_: the difference would round once more, differently at different places.
  const float wide =
      share > 0 ? std::max(1.f, full_ * static_cast<float>(std::clamp(share, 0., 1.))) : 0;
  if (wide > 0) p_.rect({from_, middle() - thick / 2, wide, thick}, style);
  if (!behind.empty())
    p_.text({std::max(from_ + wide, marked_) + 6, middle()}, behind, chosen_ ? strong : label);
}

void BarRows::number(float end, float right, std::string_view text, TextStyle style) const {
  if (end + text_width(text, style.size, style.weight) + 8 < right)
    return p_.text({end + 6, middle()}, text, style);
  style.role = Role::surface;
  p_.text({end - 6, middle()}, text, ended(style));
}

void BarRows::does(std::string tooltip, Action action) const {
  p_.hotspot({row_, std::move(tooltip), std::move(action)});
}

void BarCells::next(bool chosen) {
  cell_ = all_.cells(index_ / all_.rows, index_ % all_.rows);
  ++index_;
  chosen_ = chosen;
  if (chosen) chosen_ground(p_, {cell_.x + 1, cell_.y, cell_.width - 2, cell_.height});
}

TextStyle BarCells::style() const { return chosen_ ? strong : label; }

void BarCells::words(std::initializer_list<std::string> names, std::string_view number) const {
  const Rect bar = track();
  const float room = bar.width - 6 - text_width(number, Size::small, style().weight);
  const float middle = bar.y - 9;
  p_.text({bar.x, middle}, fit(names, room, Size::small), style());
  p_.text({bar.right(), middle}, number, ended(style()));
}

void BarCells::number(float right, std::string_view text) const {
  p_.text({track().x + right, track().y - 9}, text, ended(style()));
}

Rect BarCells::track() const { return {cell_.x + 5, cell_.bottom() - 6, cell_.width - 10, 4}; }

void BarCells::bar(double from, double to, const Style& style) const {
  const Rect all = track();
  const auto x = [&](double share) {
    return all.width * static_cast<float>(std::clamp(share, 0., 1.));
  };
  if (to > from)
    p_.rect({all.x + x(from), all.y, std::max(1.f, x(to) - x(from)), all.height}, style);
}

void BarCells::does(std::string tooltip, Action action) const {
  p_.hotspot({cell_, std::move(tooltip), std::move(action)});
}

Stack::Stack(Painter& painter, const Rect& frame, double full)
    : p_(painter), frame_(frame), full_(full) {
  p_.rect(frame, {.stroke = Role::grid});
}

Rect Stack::add(double amount, const Style& style) {
  const auto x = [&](double at) {
    return frame_.x + frame_.width * static_cast<float>(std::clamp(at / full_, 0., 1.));
  };
  Rect box = {x(at_), frame_.y, 0, frame_.height};
  if (!(amount > 0)) return box;
  at_ += amount;
  if (box.x < frame_.right()) {
    box.width = std::max(1.f, x(at_) - box.x);
    p_.rect(box, style);
  }
  return box;
}

void stack_of(Painter& painter, const Rect& frame, double full, std::initializer_list<Amount> all) {
  Stack stack(painter, frame, full);
  for (const Amount& each : all) stack.add(each.amount, each.style);
}

}  // namespace loom::scene
