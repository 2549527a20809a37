#include "web/scene/painter.hpp"

#include <array>
#include <utility>

namespace loom::scene {

std::string_view name(Role role) {
  static constexpr std::array<std::string_view, role_count> names = {
      "none",     "ink",      "muted",    "grid",     "surface", "page", "lane",
      "data",     "compute",  "wait",     "waste",    "bad",     "good", "series-1",
      "series-2", "series-3", "series-4", "series-5", "series-6"};
  return names[static_cast<size_t>(role)];
}

void Painter::rects(std::span<const Rect> rects, const Style& style) {
  for (const Rect& one : rects) rect(one, style);
}

Action choose(std::string_view key, std::string value) {
  return {.kind = Action::Kind::set, .key = key, .value = std::move(value)};
}

Action seek(int step) { return choose("step", std::to_string(step)); }

Action drag_x(std::string_view key, float from_px, float to_px, double from_value,
              double to_value) {
  return {.kind = Action::Kind::drag_x,
          .key = key,
          .from_px = from_px,
          .to_px = to_px,
          .from_value = from_value,
          .to_value = to_value};
}

Action drag_y(std::string_view key, float from_px, float to_px, double from_value,
              double to_value) {
  Action action = drag_x(key, from_px, to_px, from_value, to_value);
  action.kind = Action::Kind::drag_y;
  return action;
}

}  // namespace loom::scene
