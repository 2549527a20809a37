// Gantt charts: what is drawn where, and that nothing is drawn before its time.
#include "web/scene/gantt.hpp"

#include <limits>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"

TESTS_OF(web::scene::gantt) {

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
      const long long step = round_step(span, pieces);
      CHECK(step * pieces >= span);
      CHECK((step == 1 || step / 5 * 2 * pieces < span));  // the next smaller one would not do
    }
}

TEST_CASE("gantt: steps of any span") {
  CHECK(round_step(-5, 10) == 1);
  CHECK(round_step(7, 0) == 10);
  CHECK(round_step(600'000'000, 1) == 1'000'000'000);
  CHECK(round_step(2'147'483'647, 4) == 1'000'000'000);
  CHECK(round_step(3'000'000'000, 1) == 5'000'000'000);
  CHECK(round_step(9'000'000'000'000'000, 9) == 1'000'000'000'000'000);
  CHECK(round_step(std::numeric_limits<long long>::max(), 1) == 5'000'000'000'000'000'000);
}

TEST_CASE("gantt: long schedules have an axis") {
  for (double cycles : {6e8, 2.1e9, 3e9, 1e15, 1e300}) {
    CAPTURE(cycles);
    RecordingPainter painter;
    Gantt(painter, {60, 10, 300, 50}, cycles, cycles).axis();
    const std::vector<Mark> texts = painter.of(Mark::Kind::text);
    CHECK(texts.size() >= 2);
    CHECK(texts.size() <= 8);
    CHECK(texts[0].text == "0");
    for (const Mark& mark : texts) CHECK(mark.box.center().x <= 360.01f);
  }
  RecordingPainter painter;
  Gantt(painter, {60, 10, 300, 50}, 2e9, 2e9).axis();
  CHECK(painter.of(Mark::Kind::text)[1].text == "1,000,000,000");
}

TEST_CASE("gantt: nothing is drawn beyond the plot, whatever is asked") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   infinite = std::numeric_limits<double>::infinity();
  const double numbers[] = {-infinite, -5, 0, 0.5, 100, 800, 1e300, infinite, nan};
  for (double cycles : numbers)
    for (double until : numbers)
      for (double from : numbers)
        for (double to : numbers)
          for (float width : {0.f, 400.f}) {
            RecordingPainter painter;
            const Gantt gantt(painter, {100, 20, width, 60}, cycles, until);
            gantt.axis();
            gantt.work({30, 10}, from, to, Role::compute);
            gantt.ready({30, 10}, from, to, Role::lane);
            gantt.wait({30, 10}, from, to);
            gantt.bracket(90, from, to, {});
            gantt.cursor();
            for (const Mark& mark : painter.marks()) {
              if (mark.kind == Mark::Kind::text) continue;
              const bool inside = mark.box.x >= 90 && mark.box.right() <= 110 + width;
              if (!inside) {
                CAPTURE(cycles);
                CAPTURE(until);
                CAPTURE(from);
                CAPTURE(to);
                CHECK(inside);
              }
            }
          }
  RecordingPainter painter;
  CHECK(Gantt(painter, {100, 20, 400, 60}, 0, 0).x(0) == 100);
  CHECK(Gantt(painter, {100, 20, 400, 60}, 800, 800).x(1e9) == 500);
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

}  // TESTS_OF(web::scene::gantt)
