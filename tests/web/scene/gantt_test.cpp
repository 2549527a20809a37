// Gantt charts: what is drawn where, and that nothing is drawn before its time.
#include "web/scene/gantt.hpp"

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"

using namespace loom::scene;

TEST_CASE("gantt: steps are 1, 2 or 5 times a power of ten") {
  CHECK(round_step(0, 10) == 1);
  CHECK(round_step(10, 10) == 1);
  CHECK(round_step(11, 10) == 2);
  CHECK(round_step(30, 10) == 5);
  CHECK(round_step(816, 40) == 50);
  CHECK(round_step(800, 40) == 20);
  CHECK(round_step(48'000, 5) == 10'000);
  for (int span : {1, 7, 99, 1000, 123'456})
    for (int pieces : {1, 3, 8, 40}) {
      const int step = round_step(span, pieces);
      CHECK(step * pieces >= span);
      CHECK((step == 1 || step / 5 * 2 * pieces < span));  // the next smaller one would not do
    }
}

TEST_CASE("gantt: cycles become places") {
  RecordingPainter painter;
  const Gantt gantt(painter, {100, 20, 400, 60}, 800, 400);
  CHECK(gantt.x(0) == 100);
  CHECK(gantt.x(800) == 500);
  const Lane lane{30, 10};
  gantt.work(lane, 100, 200, Role::compute, "3");
  gantt.work(lane, 300, 500, Role::compute, "4");  // runs on: cut, and not yet named
  gantt.work(lane, 400, 500, Role::compute, "5");  // not begun
  gantt.work(lane, 0, 1, Role::data);              // too short to see: widened to 1 px
  gantt.wait(lane, 200, 300);
  gantt.ready(lane, 500, 600, Role::lane);
  const std::vector<Mark> rects = painter.of(Mark::Kind::rect);
  REQUIRE(rects.size() == 4);
  CHECK(rects[0].box.x == 150);
  CHECK(rects[0].box.width == 50);
  CHECK(rects[1].box.x == 250);
  CHECK(rects[1].box.right() == 300);
  CHECK(rects[2].box.width == 1);
  CHECK(rects[3].style.texture == Texture::hatch);
  const std::vector<Mark> texts = painter.of(Mark::Kind::text);
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].text == "3");
}

TEST_CASE("gantt: the last cycle stays inside") {
  RecordingPainter painter;
  const Gantt gantt(painter, {0, 0, 100, 20}, 10'000, 10'000);
  gantt.work({0, 10}, 9999, 10'000, Role::lane);
  CHECK(painter.marks()[0].box.right() == 100);
  CHECK(painter.marks()[0].box.width == doctest::Approx(1));
}

TEST_CASE("gantt: axis, bracket and cursor") {
  RecordingPainter painter;
  const Gantt gantt(painter, {60, 10, 300, 50}, 1000, 500);
  gantt.axis();
  std::string read;
  for (const Mark& mark : painter.of(Mark::Kind::text)) read += mark.text + " ";
  CHECK(read == "0 200 400 600 800 1,000 cycle ");
  const size_t before = painter.marks().size();
  gantt.bracket(70, 400, 600, {"later"});
  CHECK(painter.marks().size() == before);
  gantt.bracket(70, 0, 400, {"a text that is far too long for its place", "fill"});
  CHECK(painter.marks().back().text == "fill");
  gantt.cursor();
  CHECK(painter.marks().back().box.center().x == 210);
  RecordingPainter done;
  Gantt(done, {60, 10, 300, 50}, 1000, 1000).cursor();
  CHECK(done.marks().empty());
}
