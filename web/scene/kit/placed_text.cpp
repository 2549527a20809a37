#include "web/scene/kit/placed_text.hpp"

#include <algorithm>

#include "web/scene/measure.hpp"

namespace loom::scene {

float held_text(Painter& painter, Point at, std::string_view text, const TextStyle& style,
                float from, float to) {
  const float half = text_width(text, style.size, style.weight) / 2;
  const float x = std::max(from + half, std::min(at.x, to - half));
  painter.text({x, at.y}, text, centered(style));
  return x;
}

void plate(Painter& painter, Point at, std::string_view text, const TextStyle& style) {
  const float wide = text_width(text, style.size, style.weight),
              high = static_cast<float>(style.size) + 2;
  const float before = style.align == Align::end      ? wide
                       : style.align == Align::middle ? wide / 2
                                                      : 0;
  painter.rect({at.x - before - 2, at.y - high / 2, wide + 4, high}, {.fill = Role::surface});
}

void plated(Painter& painter, Point at, std::string_view text, const TextStyle& style) {
  plate(painter, at, text, style);
  painter.text(at, text, style);
}

void column_names(Painter& painter, float y, std::initializer_list<Head> all) {
  for (const Head& each : all) {
    TextStyle style = quiet;
    style.align = each.align;
    painter.text({each.x, y}, each.text, style);
  }
}

void Lines::add(std::string_view text, const TextStyle& style) {
  p_.text(at_, text, style);
  at_.y += pitch_;
}

void Lines::add(std::string_view text, float right, std::string_view beside,
                const TextStyle& style) {
  if (!beside.empty()) p_.text({right, at_.y}, beside, ended(style));
  add(text, style);
}

void section(Painter& painter, float left, float right, float y, std::string_view name,
             std::string_view beside) {
  painter.line({left, y - 16}, {right, y - 16}, {.stroke = Role::grid});
  painter.text({left, y}, name, strong);
  if (!beside.empty()) painter.text({right, y}, beside, ended(label));
}

void card(Painter& painter, const Rect& box, std::string_view title) {
  painter.rect(box, {.stroke = Role::grid, .stroke_width = 1.5f, .radius = 8});
  if (!title.empty()) painter.text({box.x + 12, box.y + 16}, title, strong);
}

void chosen_ground(Painter& painter, const Rect& box) {
  painter.rect(box, {.fill = Role::lane, .fill_opacity = 0.12f, .radius = 3});
}

void keep_apart(std::span<float> middles, float gap, float top, float bottom) {
  float least = top;
  for (float& y : middles) {
    y = std::max(y, least);
    least = y + gap;
  }
  float most = bottom;
  for (size_t i = middles.size(); i-- > 0;) {
    middles[i] = std::min(middles[i], most);
    most = middles[i] - gap;
  }
}

}  // namespace loom::scene
