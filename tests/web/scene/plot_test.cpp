#include "web/scene/plot.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/svg_painter.hpp"

TESTS_OF(web::scene::plot) {

using namespace loom::scene;

namespace {

std::string texts(const std::vector<Tick>& ticks) {
  std::string all;
  for (const Tick& tick : ticks) all += tick.text + "|";
  return all;
}

}  // namespace

TEST_CASE("a scale maps its ends, its middle and what lies outside") {
  const Scale linear{10, 110, -1, 1};
  CHECK(linear(-1) == 10);
  CHECK(linear(0) == 60);
  CHECK(linear(7) == 110);
  const Scale down{100, 0, 0, 4};
  CHECK(down(1) == 75);
  const Scale powers{0, 90, 0.001, 1e6, true};
  CHECK(powers(1) == doctest::Approx(30));
  CHECK(powers(0) == 0);
  CHECK(powers(-5) == 0);
  CHECK(powers(1e9) == 90);
}

TEST_CASE("a scale for numbers has 0 and all of them, round ends and a little room") {
  const auto ends = [](const std::vector<double>& numbers, double reach = 0) {
    const Scale scale = scale_for(numbers, reach);
    return std::pair(scale.from, scale.to);
  };
  CHECK(ends({1, 5, 6}) == std::pair(0., 8.));
  CHECK(ends({1, 5, 6}, 11) == std::pair(0., 12.));
  CHECK(ends({-3, 0.9}) == std::pair(-4., 1.));
  CHECK(ends({-120, -5}) == std::pair(-150., 0.));
  CHECK(ends({0.96}) == std::pair(0., 1.2));
  CHECK(ends({0, 0}) == std::pair(0., 1.));
  CHECK(ends({}) == std::pair(0., 1.));
}

TEST_CASE("ticks are round and within the scale") {
  CHECK(texts(ticks({0, 1, 0, 1}, 4)) == "0.0|0.5|1.0|");
  CHECK(texts(ticks({0, 1, 0, 6}, 6)) == "0|1|2|3|4|5|6|");
  CHECK(texts(ticks({0, 1, -6, 6}, 7)) == "−6|−4|−2|0|2|4|6|");
  CHECK(texts(ticks({0, 1, 0, 3000}, 4)) == "0|1,000|2,000|3,000|");
  CHECK(texts(ticks({0, 1, 0.0013, 0.0042}, 3)) == "0.002|0.003|0.004|");
  CHECK(texts(ticks({0, 1, 1e-6, 1e6, true}, 4)) == "10⁻⁶|10⁻³|1|1,000|10⁶|");
}

TEST_CASE("a scale answers every question with a place between its ends") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   infinite = std::numeric_limits<double>::infinity();
  // A value with nothing below and above it: in the middle.
  const Scale equal{10, 110, 5, 5}, equal_powers{10, 110, 8, 8, true};
  for (const Scale& scale : {equal, equal_powers}) {
    CHECK(scale(scale.from) == 60);
    CHECK(scale(1) == 10);
    CHECK(scale(1e9) == 110);
    CHECK(scale(nan) == 10);
  }
  const Scale up{10, 110, 0, 4}, down{10, 110, 4, 0};
  CHECK(up(nan) == 10);
  CHECK(up(infinite) == 110);
  CHECK(up(-infinite) == 10);
  CHECK(down(nan) == 110);
  CHECK(down(infinite) == 10);
  CHECK(down(-infinite) == 110);
  CHECK(Scale{0, 100, -1e308, 1e308}(0) == 50);
  CHECK(Scale{0, 100, 1e-300, 1e300, true}(1) == 50);
  CHECK(Scale{0, 100, 1, 1000, true}(infinite) == 100);
  CHECK(Scale{7, 7, 0, 1}(0.5) == 7);
  for (double from : {-infinite, -1e308, -1., 0., 5e-324, 1., 1e308, infinite, nan})
    for (double to : {-infinite, -1e308, -1., 0., 5e-324, 1., 1e308, infinite, nan})
      for (bool logarithmic : {false, true})
        for (double value : {-infinite, -3., 0., 5e-324, 0.5, 1e300, infinite, nan}) {
          const float place = Scale{10, 110, from, to, logarithmic}(value);
          CAPTURE(from);
          CAPTURE(to);
          CAPTURE(value);
          CHECK(place >= 10);
          CHECK(place <= 110);
        }
}

TEST_CASE("ticks end, whatever the scale") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   infinite = std::numeric_limits<double>::infinity();
  CHECK(texts(ticks({0, 1, 5, 5}, 4)) == "5|");
  CHECK(texts(ticks({0, 1, 0, 0}, 4)) == "0|");
  CHECK(texts(ticks({0, 1, 0.25, 0.25}, 4)) == "0.25|");
  CHECK(texts(ticks({0, 1, 8, 8, true}, 4)) == "8|");
  CHECK(texts(ticks({0, 1, 100, 100, true}, 4)) == "100|");
  CHECK(texts(ticks({0, 1, 6, -6}, 7)) == "−6|−4|−2|0|2|4|6|");
  CHECK(texts(ticks({0, 1, 0, 4e20}, 4)) == "0|1 × 10²⁰|2 × 10²⁰|3 × 10²⁰|4 × 10²⁰|");
  CHECK(texts(ticks({0, 1, 1e20, 3e20}, 4)) ==
        "1.0 × 10²⁰|1.5 × 10²⁰|2.0 × 10²⁰|2.5 × 10²⁰|3.0 × 10²⁰|");
  CHECK(texts(ticks({0, 1, 0, 2e-300}, 2)) == "0|1 × 10⁻³⁰⁰|2 × 10⁻³⁰⁰|");
  const double ends[] = {-infinite, -1e308,    -1e17, -1,        0,     5e-324,   1e-300,
                         1,         1.0000001, 1e17,  1e17 + 16, 1e308, infinite, nan};
  for (double from : ends)
    for (double to : ends)
      for (int pieces : {-1, 0, 1, 7})
        for (bool logarithmic : {false, true}) {
          CAPTURE(from);
          CAPTURE(to);
          const auto found = ticks({0, 1, from, to, logarithmic}, pieces);
          CHECK(found.size() <= static_cast<size_t>(std::max(1, pieces)) + 1);
          for (const Tick& tick : found) {
            CHECK(std::isfinite(tick.value));
            CHECK(tick.text.size() < 40);
          }
        }
  CHECK(ticks({0, 1, 0, infinite}, 4).empty());
  CHECK(ticks({0, 1, 0, 100, true}, 4).empty());
  CHECK(ticks({0, 1, nan, 1}, 4).empty());
}

TEST_CASE("labels below stay within the picture, labels to the left end before the plot") {
  RecordingPainter painter;
  const Rect plot{2, 10, 200, 50};
  const Scale x{plot.x, plot.right(), 0, 100000};
  axis_below(painter, plot, x, ticks(x, 4), " B");
  for (const Mark& mark : painter.of(Mark::Kind::text)) {
    CHECK(mark.box.x >= 0);
    CHECK(mark.box.right() <= plot.right() + 8);
    CHECK(mark.box.bottom() <= plot.bottom() + 20);
  }
  CHECK(painter.of(Mark::Kind::text).size() == painter.of(Mark::Kind::line).size());
  // Three numbers of over 100 px at every 100th pixel.
  RecordingPainter crowded;
  axis_below(crowded, {2, 10, 300, 50}, {2, 302, 0, 3},
             {{0, "2.031739 × 10³⁸"}, {1, "2.031740 × 10³⁸"}, {2, "2.031741 × 10³⁸"}});
  const std::vector<Mark> kept = crowded.of(Mark::Kind::text);
  CHECK(crowded.of(Mark::Kind::line).size() == 3);
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].box.right() <= kept[1].box.x);
  CHECK(kept[1].text == "2.031741 × 10³⁸");
  RecordingPainter left;
  const Scale y{60, 10, 0, 1};
  axis_left(left, {40, 10, 100, 50}, y, ticks(y, 2), "%");
  CHECK(left.of(Mark::Kind::text).size() == 3);
  RecordingPainter bare;
  ticks_below(bare, 60, x, ticks(x, 4));
  CHECK(bare.of(Mark::Kind::text).size() == ticks(x, 4).size());
  for (const Mark& mark : left.of(Mark::Kind::text)) CHECK(mark.box.right() <= 35);
}

TEST_CASE("many rectangles are one element of a built-in picture, and each its own elsewhere") {
  const Rect two[] = {{1.004f, 2, 4, 4}, {5, 0, 8, 4}};
  SvgPainter svg;
  svg.rects(two, {.fill = Role::bad, .fill_opacity = 0.5f});
  CHECK(svg.markup() ==
        "<path d=\"m1 2h4v4h-4zm4 -2h8v4h-8z\" class=\"f-bad\" fill-opacity=\"0.5\"/>");
  RecordingPainter painter;
  painter.rects(two, {.fill = Role::bad});
  CHECK(painter.of(Mark::Kind::rect).size() == 2);
}

}  // TESTS_OF(web::scene::plot)
