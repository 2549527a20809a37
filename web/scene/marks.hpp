// How pictures write and place small things. Shared, so that all scenes look alike.
#pragma once

#include "web/scene/painter.hpp"

namespace loom::scene {

inline constexpr TextStyle quiet = {.role = Role::muted, .size = Size::small};
inline constexpr TextStyle label = {.role = Role::ink, .size = Size::small};
inline constexpr TextStyle strong = {
    .role = Role::ink, .size = Size::small, .weight = Weight::semibold};

inline constexpr TextStyle mono = {.role = Role::ink, .size = Size::small, .weight = Weight::mono};
inline constexpr TextStyle large = {
    .role = Role::ink, .size = Size::large, .weight = Weight::semibold};

constexpr TextStyle colored(TextStyle style, Role role) {
  style.role = role;
  return style;
}

constexpr TextStyle centered(TextStyle style) {
  style.align = Align::middle;
  return style;
}

constexpr TextStyle ended(TextStyle style) {
  style.align = Align::end;
  return style;
}

// Grounds and lines. Their names say how they look; textures say what happens in the time or to the
// bytes.
constexpr Style solid(Role role, float opacity = 1) {
  return {.fill = role, .fill_opacity = opacity};
}
constexpr Style stroked(Role role, float width = 1) {
  return {.stroke = role, .stroke_width = width};
}
constexpr Style dashed(Role role, float width = 1) {
  return {.stroke = role, .stroke_width = width, .dashed = true};
}
// A ground with an edge.
constexpr Style edged(Role ground, Role edge, float width = 1) {
  return {.fill = ground, .stroke = edge, .stroke_width = width};
}
constexpr Style rounded(Style style, float radius = 2) {
  style.radius = radius;
  return style;
}
// Time or bytes that come to nothing, with an edge; cells that are too small for one have none.
constexpr Style textured(Role role, Texture texture) {
  return {.fill = role, .stroke = role, .texture = texture};
}
inline constexpr Style waiting = {.fill = Role::wait, .texture = Texture::hatch};
inline constexpr Style wasted = {.fill = Role::waste, .texture = Texture::dots};

// A number of any type, as a coordinate.
constexpr float px(auto number) { return static_cast<float>(number); }

// Where something is that moves straight from one place to another.
constexpr Point between(Point from, Point to, float share) {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

// A box of the same width below another one, and one of the same height to its right.
constexpr Rect below(const Rect& box, float gap, float height) {
  return {box.x, box.y + box.height + gap, box.width, height};
}
constexpr Rect beside(const Rect& box, float gap, float width) {
  return {box.x + box.width + gap, box.y, width, box.height};
}
// Part of a column, as wide as the column is.
constexpr Rect band(const Rect& column, float y, float height) {
  return {column.x, y, column.width, height};
}

// A square around a point, `half` of its side to each side.
constexpr Rect around(Point center, float half) {
  return {center.x - half, center.y - half, 2 * half, 2 * half};
}

constexpr Rect inset(const Rect& rect, float by) {
  return {rect.x + by, rect.y + by, rect.width - 2 * by, rect.height - 2 * by};
}

}  // namespace loom::scene
