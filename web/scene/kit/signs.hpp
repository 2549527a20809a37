// Small signs that point at something, cross it out or hold it together. Sizes in CSS px.
#pragma once

#include <span>

#include "web/scene/painter.hpp"

namespace loom::scene {

enum class Toward : std::uint8_t { right, left, down, up };

// A filled triangle with its tip at `tip`: `length` from tip to base, `half` of the base to each
// side.
void arrow_head(Painter& painter, Point tip, Toward toward, Role role, float length = 8,
                float half = 4);

// A straight line with a head at `to`, at any angle. Nothing if both points are the same.
void arrow(Painter& painter, Point from, Point to, Role role, float width = 1.5f);

// Straight up and down at x, from y to y; and to the right at y, from x to x.
void upright(Painter& painter, float x, float from, float to, const Style& style);
void level(Painter& painter, float y, float from, float to, const Style& style);
// The same across a whole box: as high, or as wide, as it is.
inline void upright(Painter& painter, float x, const Rect& box, const Style& style) {
  upright(painter, x, box.y, box.bottom(), style);
}
inline void level(Painter& painter, float y, const Rect& box, const Style& style) {
  level(painter, y, box.x, box.right(), style);
}

// The point at a share of the length of a way from point to point.
Point along(std::span<const Point> way, float share);

// An open angle, > or <: there is more on that side.
void chevron(Painter& painter, Point tip, Toward toward, Role role, float length = 4,
             float half = 10);

// Two strokes: refused, clamped, dropped.
void cross(Painter& painter, Point center, Role role = Role::bad, float half = 4);

// A check mark, 11 px wide, from its left end; and yes or no, as that or a cross in its place.
void check_mark(Painter& painter, Point at, float width = 2.5f);
void verdict(Painter& painter, Point at, bool yes);

// A line from `from` to `to` at `y` whose ends are `depth` longer: upward for `depth` below zero,
// else downward.
void bracket(Painter& painter, float from, float to, float y, float depth, const Style& style);

// A mark of something measured among what is computed.
inline constexpr Style hollow = {.fill = Role::surface, .stroke = Role::ink, .stroke_width = 1.5f};

}  // namespace loom::scene
