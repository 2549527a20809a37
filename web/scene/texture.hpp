// Textures as geometry: both painters draw the same strokes, so a hatch looks alike in SVG and on
// the canvas.
#pragma once

#include <vector>

#include "web/scene/painter.hpp"

namespace loom::scene {

struct Segment {
  Point from, to;
};

// 45° strokes, clipped to the rectangle, on one grid for the whole picture so that neighbors join
// up.
std::vector<Segment> hatch(const Rect& rect, float spacing = 6);

constexpr float dot_radius = 1;

// Centers of the dots that lie wholly inside the rectangle (in one thinner than the spacing: at
// least half inside), on one staggered grid for the whole picture.
std::vector<Point> dots(const Rect& rect, float spacing = 6);

}  // namespace loom::scene
