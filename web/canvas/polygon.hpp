// Geometry that Dear ImGui leaves to its callers: concave polygons, and dashes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "web/scene/painter.hpp"

namespace loom::canvas {

using scene::Point;

// Twice the signed area; positive when the points run clockwise on the screen (y down).
float doubled_area(std::span<const Point> points);

bool is_convex(std::span<const Point> points);

// Splits a simple polygon (its sides do not cross) into triangles of point indices, by cutting off
// ears. Where sides do cross, the result still covers about the right area.
std::vector<std::array<int, 3>> triangulate(std::span<const Point> points);

// The strokes of a dashed line of `on` long dashes, `off` apart, as SVG's stroke-dasharray draws
// them: the pattern runs on around corners.
std::vector<std::vector<Point>> dashes(std::span<const Point> points, bool closed, float on,
                                       float off);

}  // namespace loom::canvas
