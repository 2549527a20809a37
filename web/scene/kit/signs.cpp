#include "web/scene/kit/signs.hpp"

#include <cmath>

#include "web/scene/marks.hpp"

namespace loom::scene {
namespace {

// A step of `along` in its direction, and of `aside` to its side.
Point moved(Point from, Toward toward, float along, float aside) {
  switch (toward) {
    case Toward::right:
      return {from.x + along, from.y + aside};
    case Toward::left:
      return {from.x - along, from.y + aside};
    case Toward::down:
      return {from.x + aside, from.y + along};
    case Toward::up:
      break;
  }
  return {from.x + aside, from.y - along};
}

}  // namespace

void arrow_head(Painter& painter, Point tip, Toward toward, Role role, float length, float half) {
  const Point points[] = {moved(tip, toward, -length, -half), moved(tip, toward, -length, half),
                          tip};
  painter.path(points, true, {.fill = role});
}

void arrow(Painter& painter, Point from, Point to, Role role, float width) {
  const float x = to.x - from.x, y = to.y - from.y, way = std::hypot(x, y);
  if (way == 0) return;
  const float length = 4 + 2 * width, half = 2 + 1.5f * width;
  const Point along = {x / way * length, y / way * length}, base = {to.x - along.x, to.y - along.y},
              aside = {along.y / length * half, -along.x / length * half};
  if (way > length) painter.line(from, base, {.stroke = role, .stroke_width = width});
  const Point head[] = {
      {base.x + aside.x, base.y + aside.y}, {base.x - aside.x, base.y - aside.y}, to};
  painter.path(head, true, {.fill = role});
}

void upright(Painter& painter, float x, float from, float to, const Style& style) {
  painter.line({x, from}, {x, to}, style);
}

void level(Painter& painter, float y, float from, float to, const Style& style) {
  painter.line({from, y}, {to, y}, style);
}

Point along(std::span<const Point> way, float share) {
  const auto length = [&](size_t i) {
    return std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y);
  };
  float left = 0;
  for (size_t i = 1; i < way.size(); ++i) left += length(i);
  left *= share;
  for (size_t i = 1; i < way.size(); left -= length(i++))
    if (left <= length(i) && length(i) > 0) return between(way[i - 1], way[i], left / length(i));
  return way.back();
}

void chevron(Painter& painter, Point tip, Toward toward, Role role, float length, float half) {
  const Point points[] = {moved(tip, toward, -length, -half), tip,
                          moved(tip, toward, -length, half)};
  painter.path(points, false, {.stroke = role, .stroke_width = 1.5f});
}

void cross(Painter& painter, Point center, Role role, float half) {
  for (float turn : {-half, half})
    painter.line({center.x - half, center.y - turn}, {center.x + half, center.y + turn},
                 {.stroke = role, .stroke_width = 2});
}

void check_mark(Painter& painter, Point at, float width) {
  const Point points[] = {at, {at.x + 4, at.y + 4}, {at.x + 11, at.y - 5}};
  painter.path(points, false, stroked(Role::good, width));
}

void verdict(Painter& painter, Point at, bool yes) {
  if (yes) return check_mark(painter, at);
  cross(painter, {at.x + 5, at.y});
}

void bracket(Painter& painter, float from, float to, float y, float depth, const Style& style) {
  const Point points[] = {{from, y + depth}, {from, y}, {to, y}, {to, y + depth}};
  painter.path(points, false, style);
}

}  // namespace loom::scene
