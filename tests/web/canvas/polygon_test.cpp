#include "web/canvas/polygon.hpp"

#include <cmath>

#include "tests/doctest.hpp"

TESTS_OF(web::canvas::polygon) {

using loom::canvas::dashes;
using loom::canvas::doubled_area;
using loom::canvas::is_convex;
using loom::canvas::Point;
using loom::canvas::triangulate;

namespace {

// Law: the triangles of a simple polygon of n corners are n − 2, all turn the same way, and their
// areas add up.
void check_triangles(const std::vector<Point>& points) {
  float sum = 0;
  const auto triangles = triangulate(points);
  CHECK(triangles.size() == points.size() - 2);
  for (const auto& [a, b, c] : triangles) {
    const Point corners[] = {points[static_cast<size_t>(a)], points[static_cast<size_t>(b)],
                             points[static_cast<size_t>(c)]};
    CHECK(doubled_area(corners) >= -1e-3f);
    sum += doubled_area(corners);
  }
  CHECK(sum == doctest::Approx(std::fabs(doubled_area(points))).epsilon(1e-4));
}

std::vector<Point> reversed(std::vector<Point> points) { return {points.rbegin(), points.rend()}; }

// Corners between two radii, by a fixed mixing of their numbers.
std::vector<Point> star(int corners, unsigned seed) {
  std::vector<Point> points;
  for (int i = 0; i < corners; ++i) {
    seed = seed * 1664525 + 1013904223;
    const float radius = 20 + static_cast<float>(seed >> 24) / 4,
                angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(corners);
    points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}

float length(const std::vector<Point>& line) {
  float sum = 0;
  for (size_t i = 1; i < line.size(); ++i)
    sum += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
  return sum;
}

}  // namespace

TEST_CASE("area: clockwise on the screen is positive") {
  const std::vector<Point> square = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  CHECK(doubled_area(square) == 200);
  CHECK(doubled_area(reversed(square)) == -200);
}

TEST_CASE("convex or not") {
  CHECK(is_convex(std::vector<Point>{{0, 0}, {10, 0}, {10, 10}, {0, 10}}));
  CHECK(is_convex(std::vector<Point>{{0, 10}, {10, 10}, {10, 0}, {0, 0}}));
  CHECK(is_convex(std::vector<Point>{{0, 0}, {5, 0}, {10, 0}, {10, 10}}));
  CHECK_FALSE(is_convex(std::vector<Point>{{0, 0}, {10, 0}, {10, 10}, {5, 2}}));
  std::vector<Point> pentagram;
  for (int i = 0; i < 5; ++i)
    pentagram.push_back({std::cos(2.5132741f * static_cast<float>(i)),
                         std::sin(2.5132741f * static_cast<float>(i))});
  CHECK_FALSE(is_convex(pentagram));
}

TEST_CASE("triangles cover a simple polygon exactly") {
  const std::vector<Point> arrow = {{0, 0}, {10, 5}, {0, 10}, {3, 5}};
  const std::vector<Point> comb = {{0, 0},   {70, 0},  {70, 20}, {60, 20}, {60, 5},  {50, 5},
                                   {50, 20}, {40, 20}, {40, 5},  {30, 5},  {30, 20}, {0, 20}};
  for (const auto& shape : {arrow, comb}) {
    check_triangles(shape);
    check_triangles(reversed(shape));
  }
  for (unsigned seed = 0; seed < 200; ++seed)
    check_triangles(star(3 + static_cast<int>(seed % 40), seed));
}

TEST_CASE("shapes that are none still end") {
  CHECK(triangulate(std::vector<Point>{}).empty());
  CHECK(triangulate(std::vector<Point>{{1, 1}, {2, 2}}).empty());
  CHECK(triangulate(std::vector<Point>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}).size() == 2);
  CHECK(triangulate(std::vector<Point>{{0, 0}, {10, 10}, {10, 0}, {0, 10}}).size() == 2);
  const float nan = std::nanf("");
  CHECK(triangulate(std::vector<Point>{{0, 0}, {nan, 0}, {2, 2}, {0, nan}}).size() == 2);
}

TEST_CASE("dashes: as long as asked, along the line, around corners") {
  const std::vector<Point> corner = {{0, 0}, {10, 0}, {10, 10}};
  const auto strokes = dashes(corner, false, 4, 3);
  REQUIRE(strokes.size() == 3);
  CHECK(length(strokes[0]) == doctest::Approx(4));
  CHECK(strokes[1].size() == 3);  // 7…11 goes around the corner
  CHECK(length(strokes[1]) == doctest::Approx(4));
  CHECK(strokes[1].back().y == doctest::Approx(1));
  CHECK(length(strokes[2]) == doctest::Approx(4));
  CHECK(strokes[2].back().y == doctest::Approx(8));
}

TEST_CASE("dashes of a closed line go on to where it began") {
  const std::vector<Point> square = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  float sum = 0;
  for (const auto& stroke : dashes(square, true, 4, 4)) sum += length(stroke);
  CHECK(sum == doctest::Approx(20));
}

TEST_CASE("no dashes without a line or a pattern") {
  CHECK(dashes(std::vector<Point>{{0, 0}}, false, 4, 3).empty());
  CHECK(dashes(std::vector<Point>{{0, 0}, {9, 9}}, false, 0, 3).empty());
  CHECK(dashes(std::vector<Point>{{0, 0}, {9, 9}}, false, 4, 0).empty());
  CHECK(dashes(std::vector<Point>{{5, 5}, {5, 5}}, false, 4, 3).empty());
}

}  // TESTS_OF(web::canvas::polygon)
