// How pictures write and place small things: shared, so that all scenes look of one hand.
#pragma once

#include "web/scene/painter.hpp"

namespace loom::scene {

inline constexpr TextStyle quiet = {.role = Role::muted, .size = Size::small};
inline constexpr TextStyle label = {.role = Role::ink, .size = Size::small};
inline constexpr TextStyle strong = {
    .role = Role::ink, .size = Size::small, .weight = Weight::semibold};

constexpr TextStyle centered(TextStyle style) {
  style.align = Align::middle;
  return style;
}

constexpr TextStyle ended(TextStyle style) {
  style.align = Align::end;
  return style;
}

constexpr Rect inset(const Rect& rect, float by) {
  return {rect.x + by, rect.y + by, rect.width - 2 * by, rect.height - 2 * by};
}

}  // namespace loom::scene
