#include "web/scene/kit/picture.hpp"

#include <string>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/kit.hpp"

TESTS_OF(web::scene::kit::picture) {

using namespace loom::scene;

namespace {

struct Two {
  int count = 2;
  using Drawing = struct TwoDrawing;
  float picture(const Sheet& sheet) const;
};

struct TwoDrawing : Picture<Two> {
  Rect box_ = {2, 20, by_width(100, 300), 30};

  float height() const { return box_.bottom() + by_width(4, 8); }
  void draw() {
    Part part(p_, "first");
    p_.rect(box_, solid(Role::data));
    part.next("second");
    write({2, 10}, label, "{} of {}", s_.count, Word(4, "warp"));
    part.end();
    in("third", [&] { p_.line({2, 70}, {9, 70}, stroked(Role::grid)); });
    p_.text({2, 60}, by_width("short", "long"), quiet);
  }
};

float Two::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace

TEST_CASE("a picture says its height without a painter, and draws with one") {
  const Two two;
  CHECK(two.picture({{.width = narrow_width}}) == 54);
  CHECK(two.picture({{.width = wide_width}}) == 58);
  RecordingPainter painter;
  CHECK(two.picture({{.width = wide_width}, &painter}) == 58);
  REQUIRE(painter.marks().size() == 4);
  CHECK(painter.marks()[0].part == "first");
  CHECK(painter.marks()[1].part == "second");
  CHECK(painter.marks()[1].text == "2 of 4 warps");
  CHECK(painter.marks()[2].part == "third");
  CHECK(painter.marks()[3].part.empty());
  CHECK(painter.marks()[3].text == "long");
  CHECK_FALSE(painter.problem());
}

TEST_CASE("a timeline is on its way from the step before") {
  const Two two;
  Painter painter;
  const View view{.step = 3, .fraction = 0.25f};
  const TwoDrawing drawing{{two, painter, view}};
  CHECK(drawing.now([](int step) { return 10. * step; }) == 22.5);
}

TEST_CASE("a drag along a scale writes what lies there") {
  const Action action =
      drag_y("n", {.from_px = 90, .to_px = 10, .from = 1, .to = 64, .logarithmic = true});
  CHECK(action.kind == Action::Kind::drag_y);
  CHECK(action.from_px == 90);
  CHECK(action.to_value == 64);
  CHECK(action.logarithmic);
  CHECK(choose("n", 1024).value == "1024");
}

TEST_CASE("a good result is kept, and of a bad one the error is said") {
  int kept = 1;
  CHECK_FALSE(keep(kept, loom::Result<int>(2)));
  CHECK(kept == 2);
  CHECK(keep(kept, loom::Result<int>(loom::Error{"no"}))->message == "no");
  CHECK(kept == 2);
}

TEST_CASE("a hotspot's tooltip is written from words, and a text is the first that fits") {
  const Two two;
  RecordingPainter painter;
  const View view{};
  const TwoDrawing drawing{{two, painter, view}};
  drawing.spot({1, 2, 30, 24}, seek(3), "Tile {} of {}", 3, Word(4, "tile"));
  drawing.spot({1, 2, 30, 24}, "{}");
  drawing.spot_of(7, {1, 2, 30, 24}, Action(), "Lane {}", 7);
  drawing.fitted({5, 9}, text_width("short", Size::small) + 1, quiet, {"much too long", "short"});
  const auto spots = painter.of(Mark::Kind::hotspot);
  REQUIRE(spots.size() == 3);
  CHECK(spots[0].text == "Tile 3 of 4 tiles");
  CHECK(spots[0].action.value == "3");
  CHECK(spots[1].text == "{}");  // without words, as it is
  CHECK(spots[1].action.kind == Action::Kind::none);
  CHECK(painter.hotspots()[2].names == 7);
  REQUIRE(painter.of(Mark::Kind::text).size() == 1);
  CHECK(painter.of(Mark::Kind::text)[0].text == "short");
}

TEST_CASE("a knob and a held text stay inside the picture") {
  const Two two;
  RecordingPainter painter;
  const View view{.width = 200};
  const TwoDrawing drawing{{two, painter, view}};
  drawing.drag_knob({199, 50}, seek(1), "Drag {}", 1);
  drawing.hold({199, 9}, label, 0, 200, "held {}", 7);
  CHECK(painter.of(Mark::Kind::hotspot)[0].box.right() <= 200);
  CHECK(painter.of(Mark::Kind::hotspot)[0].text == "Drag 1");
  CHECK(painter.of(Mark::Kind::text)[0].text == "held 7");
  CHECK(painter.of(Mark::Kind::text)[0].box.right() <= 200.01f);
}

}  // TESTS_OF(web::scene::kit::picture)
