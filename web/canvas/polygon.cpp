#include "web/canvas/polygon.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loom::canvas {
namespace {

// Twice the signed area of the triangle.
float cross(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool inside(Point p, Point a, Point b, Point c) {
  return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
}

bool same(Point a, Point b) { return a.x == b.x && a.y == b.y; }

// Whether the corner sticks out and no other corner lies in the triangle it makes with its
// neighbors.
bool is_ear(std::span<const Point> points, const std::vector<int>& ring, size_t i) {
  const auto at = [&](size_t k) { return points[static_cast<size_t>(ring[k % ring.size()])]; };
  const Point a = at(i + ring.size() - 1), b = at(i), c = at(i + 1);
  if (cross(a, b, c) <= 0) return false;
  for (size_t k = 0; k < ring.size(); ++k) {
    const Point p = at(k);
    if (!same(p, a) && !same(p, b) && !same(p, c) && inside(p, a, b, c)) return false;
  }
  return true;
}

}  // namespace

float doubled_area(std::span<const Point> points) {
  float sum = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    const Point a = points[i], b = points[(i + 1) % points.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

bool is_convex(std::span<const Point> points) {
  const size_t count = points.size();
  bool left = false, right = false;
  float turned = 0;  // a star always turns the same way, but more than once around
  for (size_t i = 0; i < count; ++i) {
    const Point a = points[i], b = points[(i + 1) % count], c = points[(i + 2) % count];
    const float turn = cross(a, b, c);
    left |= turn < 0;
    right |= turn > 0;
    turned += std::atan2(turn, (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y));
  }
  constexpr float more_than_once = 7;  // a little more than 2π
  return !(left && right) && std::fabs(turned) < more_than_once;
}

std::vector<std::array<int, 3>> triangulate(std::span<const Point> points) {
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> ring(points.size());
  std::iota(ring.begin(), ring.end(), 0);
  if (doubled_area(points) < 0) std::reverse(ring.begin(), ring.end());
  for (size_t i = 0, tried = 0; ring.size() >= 3;) {
    const bool stuck =
        tried >= ring.size();  // no ear left: sides cross, or all corners lie on a line
    if (stuck || is_ear(points, ring, i)) {
      const size_t count = ring.size();
      triangles.push_back({ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]});
      ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
      tried = 0;
    } else {
      ++i;
      ++tried;
    }
    if (i >= ring.size()) i = 0;
  }
  return triangles;
}

std::vector<std::vector<Point>> dashes(std::span<const Point> points, bool closed, float on,
                                       float off) {
  std::vector<std::vector<Point>> strokes;
  if (points.size() < 2 || on <= 0 || off <= 0) return strokes;
  bool drawing = true;
  float left = on;  // of the dash or the gap
  strokes.push_back({points[0]});
  const size_t sides = points.size() - (closed ? 0 : 1);
  for (size_t i = 0; i < sides; ++i) {
    const Point from = points[i], to = points[(i + 1) % points.size()];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    float done = 0;
    while (length - done > left) {
      done += left;
      const Point at = {from.x + (to.x - from.x) * done / length,
                        from.y + (to.y - from.y) * done / length};
      if (drawing)
        strokes.back().push_back(at);
      else
        strokes.push_back({at});
      drawing = !drawing;
      left = drawing ? on : off;
    }
    left -= length - done;
    if (drawing && length > 0) strokes.back().push_back(to);
  }
  if (strokes.back().size() < 2) strokes.pop_back();
  return strokes;
}

}  // namespace loom::canvas
