// What a reader can drag: knobs, edges and bars. Each has a hotspot of at least `least_grip` px, a
// finger's width. Its action is the scene's.
#pragma once

#include <string>
#include <string_view>

#include "web/scene/painter.hpp"

namespace loom::scene {

inline constexpr float least_grip = 24;

// A round knob, and one with a hotspot, which stays inside a picture of `width`.
void knob(Painter& painter, Point at, Role role = Role::lane);
void knob(Painter& painter, Point at, float width, std::string tooltip, const Action& action);

// The content of `rect` can be dragged both ways: the actions say where its left and its upper edge
// go. Its hotspot leaves room for knobs at these edges that are in `limits`.
void movable(Painter& painter, Rect rect, const Rect& limits, std::string tooltip,
             const Action& sideways, const Action& up_and_down);

// An upright edge of `along` (its y and height) at `x` with a ring at its foot.
void edge_handle(Painter& painter, float x, const Rect& along, std::string tooltip,
                 const Action& action);

// `action` for the entry `index` of a parameter of numbers.
Action of_entry(Action action, int index);

// A value as a bar from the middle of `box`, up or down, to the end for `limit`; at least 1 px.
// Larger values are clamped.
void value_bar(Painter& painter, const Rect& box, double value, double limit, const Style& style);

// Dragging it up and down writes the entry `index` of the parameter `key`, −limit to limit.
Action drag_value(std::string_view key, int index, const Rect& box, double limit);

}  // namespace loom::scene
