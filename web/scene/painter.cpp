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

namespace {

Style style_of(unsigned kinds, float stroke_width, float fill_opacity = 1, float radius = 0) {
  return {.fill = static_cast<Role>(kinds & 0xff),
          .stroke = static_cast<Role>(kinds >> 8 & 0xff),
          .stroke_width = stroke_width,
          .fill_opacity = fill_opacity,
          .texture = static_cast<Texture>(kinds >> 16 & 0xff),
          .radius = radius,
          .dashed = (kinds >> 24) != 0};
}

}  // namespace

void Painter::put_rects(std::span<const Rect> rects, const Style& style) {
  for (const Rect& rect : rects) put_rect(rect, style);
}

void Painter::send_rect(float x, float y, float width, float height, unsigned kinds,
                        float stroke_width, float fill_opacity, float radius) {
  put_rect({x, y, width, height}, style_of(kinds, stroke_width, fill_opacity, radius));
}

void Painter::send_path(const Point* points, size_t count, bool closed, unsigned kinds,
                        float stroke_width, float fill_opacity) {
  put_path({points, count}, closed, style_of(kinds, stroke_width, fill_opacity));
}

void Painter::send_circle(float x, float y, float radius, unsigned kinds, float stroke_width,
                          float fill_opacity) {
  put_circle({x, y}, radius, style_of(kinds, stroke_width, fill_opacity));
}

void Painter::send_begin(const char* part, size_t size) { put_begin({part, size}); }

void Painter::send_line(float x0, float y0, float x1, float y1, unsigned kinds,
                        float stroke_width) {
  put_line({x0, y0}, {x1, y1}, style_of(kinds, stroke_width));
}

void Painter::send_text(float x, float y, const char* text, size_t size, unsigned kinds) {
  put_text({x, y}, {text, size},
           {.role = static_cast<Role>(kinds & 0xff),
            .size = static_cast<Size>(kinds >> 8 & 0xff),
            .align = static_cast<Align>(kinds >> 16 & 0xff),
            .weight = static_cast<Weight>(kinds >> 24)});
}

Hotspot::Hotspot(const Rect& where, std::string text) : rect(where), tooltip(std::move(text)) {}
Hotspot::Hotspot(const Rect& where, std::string text, Action does)
    : rect(where), tooltip(std::move(text)), action(std::move(does)) {}
Hotspot::Hotspot(const Rect& where, std::string text, Action does, const Places& takes)
    : rect(where), tooltip(std::move(text)), action(std::move(does)), places(takes) {}
Hotspot::Hotspot(const Hotspot&) = default;
Hotspot::Hotspot(Hotspot&&) noexcept = default;
Hotspot& Hotspot::operator=(const Hotspot&) = default;
Hotspot& Hotspot::operator=(Hotspot&&) noexcept = default;
Hotspot::~Hotspot() = default;

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
