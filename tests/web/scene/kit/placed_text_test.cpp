// Text that pictures place: inside, line below line, apart.
#include "web/scene/kit/placed_text.hpp"

#include <array>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/kit/part.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/plot.hpp"

TESTS_OF(web::scene::kit::placed_text) {

using namespace loom::scene;

TEST_CASE("kit: a part ends with its variable") {
  RecordingPainter painter;
  {
    const Part part(painter, "curve");
    painter.line({0, 0}, {1, 1}, {.stroke = Role::ink});
    CHECK(painter.problem());  // not closed
  }
  painter.line({0, 0}, {1, 1}, {.stroke = Role::ink});
  CHECK_FALSE(painter.problem());
  CHECK(painter.marks()[0].part == "curve");
  CHECK(painter.marks()[1].part == "");
}

TEST_CASE("kit: a card has its title inside, or none") {
  RecordingPainter plain, titled;
  card(plain, {10, 20, 200, 80});
  card(titled, {10, 20, 200, 80}, "One turn");
  CHECK(plain.of(Mark::Kind::text).empty());
  REQUIRE(titled.of(Mark::Kind::text).size() == 1);
  CHECK(titled.of(Mark::Kind::text)[0].text == "One turn");
  CHECK(titled.of(Mark::Kind::text)[0].box.x == doctest::Approx(22));
  CHECK(titled.of(Mark::Kind::text)[0].box.center().y == doctest::Approx(36));
}

TEST_CASE("kit: a held text is centered where it fits, and inside where it does not") {
  const float half = text_width("batch 64", Size::small, Weight::semibold) / 2;
  RecordingPainter painter;
  CHECK(held_text(painter, {50, 9}, "batch 64", strong, 0, 100) == 50);
  CHECK(held_text(painter, {3, 9}, "batch 64", strong, 0, 100) == doctest::Approx(half));
  CHECK(held_text(painter, {99, 9}, "batch 64", strong, 0, 100) == doctest::Approx(100 - half));
  CHECK(held_text(painter, {15, 9}, "batch 64", strong, 10, 20) == doctest::Approx(10 + half));
  for (const Mark& mark : painter.marks()) {
    CHECK(mark.text_style.align == Align::middle);
    CHECK(mark.text_style.weight == Weight::semibold);
  }
}

TEST_CASE("kit: lines go down") {
  RecordingPainter painter;
  Lines lines(painter, {12, 16}, 20);
  lines.add("one");
  lines.add("two", 90, "2", strong);
  lines.add("three", 90, "", quiet);
  CHECK(lines.next().y == 76);
  CHECK(lines.next().x == 12);
  const auto texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 4);
  CHECK(texts[0].text_style.role == Role::ink);
  CHECK(texts[1].text == "2");
  CHECK(texts[1].box.right() == doctest::Approx(90));
  CHECK(texts[2].box.x == 12);
  CHECK(texts[2].box.center().y == doctest::Approx(36));
  CHECK(texts[3].text_style.role == Role::muted);
}

TEST_CASE("kit: a section has a rule, a name and what belongs to it") {
  RecordingPainter painter;
  section(painter, 2, 338, 40, "Local memory", "none");
  section(painter, 2, 338, 80, "Alone");
  CHECK(painter.of(Mark::Kind::line).size() == 2);
  CHECK(painter.of(Mark::Kind::line)[0].box.center().y == 24);
  const auto texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 3);
  CHECK(texts[1].text_style.align == Align::end);
}

TEST_CASE("kit: labels are moved apart no further than it takes") {
  std::array<float, 3> far = {10, 40, 70}, near = {10, 12, 14}, low = {88, 95, 99};
  keep_apart(far, 15, 0, 100);
  CHECK(far == std::array<float, 3>{10, 40, 70});
  keep_apart(near, 15, 0, 100);
  CHECK(near == std::array<float, 3>{10, 25, 40});
  keep_apart(low, 15, 0, 100);
  CHECK(low == std::array<float, 3>{70, 85, 100});
  std::array<float, 3> crowded = {5, 5, 5};
  keep_apart(crowded, 15, 0, 20);  // no room for all: the lowest stays inside
  CHECK(crowded == std::array<float, 3>{-10, 5, 20});
  keep_apart({}, 15, 0, 100);
}

TEST_CASE("kit: names of columns end at their place, or begin there; lines have words") {
  RecordingPainter painter;
  column_names(painter, 30, {{10, "name", Align::start}, {90, "GiB"}});
  Lines lines(painter, {12, 50}, 20);
  lines.write(strong, "{} of {}", 3, Word(4, "warp"));
  lines.pair("warps", 90, "{} more", 5);
  plated(painter, {60, 90}, "over a line", label);
  tick_below(painter, {40, 100}, "512");
  const auto texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 7);
  CHECK(texts[0].box.x == 10);
  CHECK(texts[1].box.right() == doctest::Approx(90));
  CHECK(texts[0].box.center().y == texts[1].box.center().y);
  CHECK(texts[2].text == "3 of 4 warps");
  CHECK(texts[3].text == "5 more");  // before its name
  CHECK(texts[3].box.right() == doctest::Approx(90));
  CHECK(lines.next().y == 90);
  CHECK(painter.of(Mark::Kind::rect)[0].box.right() > texts[5].box.right());  // its ground
  CHECK(texts[6].box.center().x == doctest::Approx(40));
  CHECK(texts[6].box.y > 104);
}

}  // TESTS_OF(web::scene::kit::placed_text)
