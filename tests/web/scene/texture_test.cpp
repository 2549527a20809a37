#include "web/scene/texture.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scene::texture) {

using namespace loom::scene;

TEST_CASE("hatch strokes stay inside, run at 45° and lie on one grid") {
  for (const Rect rect : {Rect{0, 0, 40, 10}, Rect{3.5f, 7, 9, 31}, Rect{100, 50, 1, 1}}) {
    for (const Segment& s : hatch(rect)) {
      CHECK(s.from.x >= rect.x - 1e-3f);
      CHECK(s.to.x <= rect.right() + 1e-3f);
      CHECK(s.to.y >= rect.y - 1e-3f);
      CHECK(s.from.y <= rect.bottom() + 1e-3f);
      CHECK(s.to.x - s.from.x == doctest::Approx(s.from.y - s.to.y));
    }
  }
  CHECK(hatch({0, 0, 60, 6}).size() == 10);
  CHECK(hatch({0, 0, 0, 6}).empty());
}

TEST_CASE("dots stay inside and cover evenly") {
  const Rect rect{0, 0, 60, 60};
  const auto points = dots(rect);
  CHECK(points.size() == 181);  // 10 rows of 10 and 9 of 9: those on the edges would stick out
  for (Point p : points) CHECK((p.x >= 1 && p.x < 59 && p.y >= 1 && p.y < 59));
  CHECK(dots({0, 0, 60, 4}).size() == 20);  // a thin strip keeps its rows
}

}  // TESTS_OF(web::scene::texture)
