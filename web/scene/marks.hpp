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
constexpr Style rounded(Style style, float radius = 2) {
  style.radius = radius;
  return style;
}
inline constexpr Style waiting = {.fill = Role::wait, .texture = Texture::hatch};
inline constexpr Style wasted = {.fill = Role::waste, .texture = Texture::dots};

// A number of any type, as a coordinate.
constexpr float px(auto number) { return static_cast<float>(number); }

constexpr Rect inset(const Rect& rect, float by) {
  return {rect.x + by, rect.y + by, rect.width - 2 * by, rect.height - 2 * by};
}

}  // namespace loom::scene
