#include "web/scene/texture.hpp"

#include <algorithm>
#include <cmath>

namespace loom::scene {

// Strokes lie on the lines x + y = k · spacing.
std::vector<Segment> hatch(const Rect& rect, float spacing) {
  std::vector<Segment> segments;
  if (rect.width <= 0 || rect.height <= 0) return segments;
  const float first = std::ceil((rect.x + rect.y) / spacing) * spacing;
  const float last = rect.right() + rect.bottom();
  for (float sum = first; sum <= last; sum += spacing) {
    const float x1 = std::max(rect.x, sum - rect.bottom()),
                x2 = std::min(rect.right(), sum - rect.y);
    if (x2 > x1) segments.push_back({{x1, sum - x1}, {x2, sum - x2}});
  }
  return segments;
}

std::vector<Point> dots(const Rect& whole, float spacing) {
  std::vector<Point> points;
  const float edge = std::min(whole.width, whole.height) > spacing ? dot_radius : 0;
  const Rect rect{whole.x + edge, whole.y + edge, whole.width - 2 * edge, whole.height - 2 * edge};
  const float pitch = spacing / 2;  // rows; every other row is shifted by half a spacing
  for (int row = static_cast<int>(std::ceil(rect.y / pitch));
       pitch * static_cast<float>(row) < rect.bottom(); ++row) {
    const float shift = row % 2 != 0 ? pitch : 0;
    for (float x = std::ceil((rect.x - shift) / spacing) * spacing + shift; x < rect.right();
         x += spacing)
      points.push_back({x, pitch * static_cast<float>(row)});
  }
  return points;
}

}  // namespace loom::scene
