#include "web/scene/kit/handles.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loom::scene {

void knob(Painter& painter, Point at, Role role) {
  painter.circle(at, 7, {.fill = role, .stroke = Role::surface, .stroke_width = 2});
}

void knob(Painter& painter, Point at, float width, std::string tooltip, const Action& action) {
  constexpr float size = least_grip + 4;
  knob(painter, at);
  painter.hotspot({{std::clamp(at.x - size / 2, 0.f, width - size), at.y - size / 2, size, size},
                   std::move(tooltip),
                   action});
}

void movable(Painter& painter, Rect rect, const Rect& limits, std::string tooltip,
             const Action& sideways, const Action& up_and_down) {
  constexpr float least = 2 * least_grip;
  rect.width = std::max(rect.width, std::min(least, limits.right() - rect.x));
  rect.height = std::max(rect.height, std::min(least, limits.bottom() - rect.y));
  painter.hotspot(
      {.rect = rect, .tooltip = std::move(tooltip), .action = sideways, .other = up_and_down});
}

void edge_handle(Painter& painter, float x, const Rect& along, std::string tooltip,
                 const Action& action) {
  constexpr float half = least_grip / 2;
  painter.line({x, along.y}, {x, along.bottom()}, {.stroke = Role::ink, .stroke_width = 1.5f});
  painter.circle({x, along.bottom()}, 4,
                 {.fill = Role::surface, .stroke = Role::ink, .stroke_width = 1.5f});
  painter.hotspot({{std::max(0.f, x - half), along.y, least_grip, along.height + 4},
                   std::move(tooltip),
                   action});
}

Action of_entry(Action action, int index) {
  action.index = index;
  return action;
}

void value_bar(Painter& painter, const Rect& box, double value, double limit, const Style& style) {
  const double share = std::min(1., std::fabs(value) / limit);
  const float middle = box.center().y, size = static_cast<float>(share) * box.height / 2;
  painter.rect({box.x, value > 0 ? middle - size : middle, box.width, std::max(size, 1.f)}, style);
}

Action drag_value(std::string_view key, int index, const Rect& box, double limit) {
  return of_entry(drag_y(key, box.bottom(), box.y, -limit, limit), index);
}

}  // namespace loom::scene
