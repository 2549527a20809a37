#include "web/live/figure.hpp"

#include <algorithm>

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::live::figure) {

using loom::live::Cursor;
using loom::live::Figure;
using loom::tests::fake_scene;

namespace {

struct Shown {
  Figure figure{fake_scene()};
  Shown() {
    figure.resize(760, 1);
    figure.draw();
  }
  bool point(float x, float y, bool down = false, bool touch = false) {
    return figure.point(x, y, down, touch);
  }
  std::string tooltip() const { return figure.hovered() ? figure.hovered()->tooltip : ""; }
};

}  // namespace

TEST_CASE("a figure's list is its scene's picture, with the other parts dimmed") {
  Shown shown;
  loom::scene::Painter plain, lit("bar");
  shown.figure.session().state().scene().draw(plain, {.width = 760});
  shown.figure.session().state().scene().draw(lit, {.width = 760});
  const auto same = [](std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  CHECK(same(shown.figure.list(), plain.list()));
  shown.figure.session().highlight("other");
  shown.figure.draw();
  CHECK_FALSE(same(shown.figure.list(), plain.list()));
  shown.figure.session().highlight("bar");
  shown.figure.draw();
  CHECK(same(shown.figure.list(), lit.list()));
}

TEST_CASE("a state that answers a question is an empty picture, until the question is answered") {
  Shown shown;
  Figure& figure = shown.figure;
  CHECK_FALSE(figure.ask("length", "length=3"));
  CHECK(figure.ask("width", "")->message == "unknown metric 'width'");
  CHECK(figure.ask("length", "length=x"));
  figure.draw();
  CHECK(figure.sealed() == -1);
  const size_t whole = figure.list().size();
  CHECK_FALSE(figure.session().set("length", "3"));
  figure.draw();
  CHECK(figure.sealed() == 0);
  CHECK(figure.list().size() == loom::scene::Painter().list().size());
  CHECK(figure.status() == "This state answers the question: guess first.");
  CHECK(figure.table().rows.empty());
  CHECK(figure.svg(760).find("<text") == std::string::npos);
  CHECK(figure.svg(760).find("guess first") != std::string::npos);

  // Nothing there can be pressed.
  shown.point(20, 20);
  CHECK(figure.tooltip() == "");
  CHECK(figure.cursor() == Cursor::plain);
  const std::string before = figure.session().state().query();
  shown.point(20, 20, true);
  CHECK_FALSE(shown.point(20, 20, false));
  CHECK(figure.session().state().query() == before);

  figure.answered();
  figure.draw();
  CHECK(figure.sealed() == -1);
  CHECK(figure.list().size() < whole);  // three places, not four
  CHECK(figure.tooltip() == "blue");
  CHECK(figure.status() == "at 3");
  CHECK(figure.table().rows.size() == 1);
  CHECK(figure.svg(760).find("<text") != std::string::npos);
}

TEST_CASE(
    "playing stops where the answer would be shown, and goes on behind it when the reader wants") {
  Shown shown;
  Figure& figure = shown.figure;
  CHECK_FALSE(figure.ask("end", ""));
  figure.session().seek(0);
  CHECK(figure.sealed() == -1);
  figure.session().play();
  double now_ms = 0;
  while (figure.session().playing() && now_ms < 1e5) figure.tick(now_ms += 20);
  CHECK(figure.session().state().step() == 2);
  CHECK(figure.sealed() == 0);
  figure.session().play();
  while (figure.session().playing() && now_ms < 1e5) figure.tick(now_ms += 20);
  CHECK(figure.session().state().step() == 4);
}

TEST_CASE("hovering tells what lies on top") {
  Shown shown;
  CHECK(shown.tooltip() == "");
  shown.point(5, 95);
  CHECK(shown.tooltip() == "ground");
  CHECK(shown.figure.cursor() == Cursor::plain);
  shown.point(20, 20);
  CHECK(shown.tooltip() == "blue");
  CHECK(shown.figure.cursor() == Cursor::press);
  shown.point(130, 40);
  CHECK(shown.tooltip() == "level");
  CHECK(shown.figure.cursor() == Cursor::drag_y);
  shown.point(400, 50);
  CHECK(shown.tooltip() == "");
  shown.point(20, 20);
  shown.figure.leave();
  CHECK(shown.tooltip() == "");
}

TEST_CASE("a click is a press and a release on the same hotspot") {
  Shown shown;
  CHECK_FALSE(shown.point(20, 20));
  CHECK_FALSE(shown.point(20, 20, true));
  CHECK(shown.point(20, 20, false));
  CHECK(shown.figure.session().state().query() == "color=blue&step=4");
  CHECK_FALSE(shown.point(20, 20, true));
  CHECK_FALSE(shown.point(20, 20, false));  // it is blue already

  Shown other;
  other.point(20, 20);
  other.point(20, 20, true);
  CHECK_FALSE(other.point(300, 90, false));
  CHECK(other.figure.session().state().query() == "");
}

TEST_CASE("a press that the page takes over for scrolling is no click") {
  Shown shown;
  shown.point(20, 20, true, true);
  CHECK_FALSE(shown.figure.leave());
  CHECK(shown.figure.session().state().query() == "");
}

TEST_CASE("dragging writes as it goes, outside of the hotspot and the picture too") {
  Shown shown;
  shown.point(130, 40);
  CHECK_FALSE(shown.figure.dragging());
  shown.point(130, 40, true);
  CHECK(shown.figure.dragging());
  CHECK(shown.point(130, 20, true));
  CHECK(shown.figure.session().state().values().text("level") == "1.5");
  shown.figure.draw();
  CHECK(shown.figure.dragging());
  CHECK(shown.point(700, -400, true));
  CHECK(shown.figure.session().state().values().text("level") == "2");
  CHECK_FALSE(shown.point(700, -500, true));
  shown.point(700, -500, false);
  CHECK_FALSE(shown.figure.dragging());
  CHECK(shown.figure.has_vertical_drag());
}

TEST_CASE("what is taken as a whole goes both ways, as far as the hand") {
  for (const auto& [x, y] : {std::pair(405.f, 32.f), std::pair(450.f, 60.f)}) {
    Shown shown;
    const auto now = [&] {
      const auto& values = shown.figure.session().state().values();
      return std::string(values.text("length")) + " " + std::string(values.text("level"));
    };
    shown.point(x, y);
    CHECK(shown.tooltip() == "whole");
    CHECK(shown.figure.cursor() == Cursor::grab);
    CHECK_FALSE(shown.point(x, y, true));
    CHECK(shown.figure.dragging());
    CHECK_FALSE(shown.point(x + 1, y + 1, true));  // a trembling hand
    CHECK_FALSE(shown.figure.moving());
    CHECK(shown.point(x + 30, y - 10, true));
    CHECK(shown.figure.moving());
    CHECK(now() == "34 1");
    shown.figure.draw();
    CHECK(shown.point(x + 31, y - 10, true));
    CHECK(now() == "35 1");
    CHECK(shown.point(x - 900, y + 900, true));
    CHECK(now() == "0 -1");
    CHECK_FALSE(shown.point(x - 900, y + 900, false));
    CHECK_FALSE(shown.figure.dragging());
    CHECK_FALSE(shown.figure.moving());
    CHECK(shown.figure.has_vertical_drag());
  }
}

TEST_CASE("a press means the state as it is, drawn or not") {
  Figure figure(*loom::scene::find("float-anatomy"));
  figure.resize(760, 1);
  figure.draw();
  const auto code = [&] {
    const std::string sentence = figure.session().state().scene().status(0);
    return sentence.substr(0, sentence.find(' '));
  };
  // Two bits, one press after the other, without a frame between them.
  std::vector<loom::scene::Point> bits;
  const auto picture = record(figure.session().state().scene(), {.width = 760});
  for (const auto& mark : picture.of(loom::scene::Mark::Kind::hotspot))
    if (mark.text.starts_with("Flips to ")) bits.push_back(mark.box.center());
  REQUIRE(bits.size() == 16);
  const auto click = [&](const loom::scene::Point& at) {
    figure.point(at.x, at.y, false, false);
    figure.point(at.x, at.y, true, false);
    return figure.point(at.x, at.y, false, false);
  };
  CHECK(code() == "0x4049");
  CHECK(click(bits[0]));
  CHECK(code() == "0xC049");
  CHECK(click(bits[0]));
  CHECK(code() == "0x4049");
  CHECK(click(bits[15]));
  CHECK(click(bits[1]));
  CHECK(code() == "0x0048");
  CHECK(figure.session().take_dirty());  // the page still gets its picture
}

TEST_CASE("what is carried follows the pointer from place to place, although the hotspots change") {
  Shown shown;
  const auto scores = [&] {
    return std::string(shown.figure.session().state().values().text("scores"));
  };
  shown.figure.session().set("length", "8");
  shown.figure.draw();
  shown.point(310, 20);
  CHECK(shown.tooltip() == "carry");
  CHECK(shown.figure.cursor() == Cursor::grab);
  CHECK_FALSE(shown.point(310, 20, true));
  CHECK(shown.figure.dragging());
  CHECK_FALSE(shown.point(311, 20, true));  // a trembling hand
  CHECK(scores() == "1,2.5,3");
  CHECK(shown.point(346, 70, true));
  CHECK(scores() == "1,5,3");
  CHECK(shown.figure.session().state().values().integer("length") == 3);
  CHECK_FALSE(shown.figure.draw());  // five places fewer
  CHECK(shown.figure.dragging());
  CHECK(shown.tooltip() == "carry");
  CHECK(shown.point(600, 70, true));  // the nearest of those that are left
  CHECK(scores() == "1,2,3");
  CHECK(shown.point(310, 70, true));
  CHECK(scores() == "1,1,3");
  CHECK_FALSE(shown.point(310, 70, false));
  CHECK_FALSE(shown.figure.dragging());
  CHECK_FALSE(shown.point(302, 70, true));
  CHECK(scores() == "1,1,3");
  shown.figure.leave();
  shown.point(310, 20);
  shown.point(310, 20, true);
  CHECK(shown.figure.dragging());
  shown.figure.leave();
  CHECK_FALSE(shown.figure.dragging());
}

TEST_CASE("a number that is dragged stays under the hand, although its scale follows it") {
  Figure figure(*loom::scene::find("online-softmax"));
  figure.resize(760, 1);
  figure.draw();
  figure.draw();
  const auto score = [&](size_t key) {
    return figure.session().state().values().numbers("scores")[key];
  };
  const loom::scene::RecordingPainter picture =
      loom::scene::record(figure.session().state().scene(), {760, 0});
  for (const loom::scene::Mark& mark : picture.of(loom::scene::Mark::Kind::hotspot)) {
    if (mark.action.key != "scores" || mark.action.index != 6) continue;
    const float x = mark.box.center().x, top = mark.action.to_px;
    figure.point(x, top + 2, false, false);
    figure.point(x, top + 2, true, false);
    const double grabbed = score(6);
    CHECK(grabbed == doctest::Approx(mark.action.to_value).epsilon(0.05));
    for (int i = 0; i < 20; ++i) {
      figure.draw();
      figure.point(x + static_cast<float>(i % 2), top + 2, true, false);
    }
    CHECK(score(6) == grabbed);
    figure.point(x, top - (mark.action.from_px - top), true, false);  // twice as far up
    CHECK(score(6) == doctest::Approx(2 * mark.action.to_value));
    figure.point(x, top, false, false);
  }
}

TEST_CASE("a finger need not be exact: small hotspots reach out to 24 px") {
  Shown shown;
  shown.point(258, 52, false, false);
  CHECK(shown.tooltip() == "");
  shown.point(258, 52, false, true);
  CHECK(shown.tooltip() == "small");
  shown.point(258, 52, true, true);
  CHECK(shown.point(258, 52, false, true));
  CHECK(shown.figure.session().state().values().toggle("filled"));
  shown.point(268, 52, false, true);
  CHECK(shown.tooltip() == "");
}

TEST_CASE("what the pointer is over lights up wherever it is drawn, until the pointer leaves") {
  Shown shown;
  const auto outlined = [&] {
    const size_t plain = shown.figure.list().size();
    const bool asked = shown.figure.session().take_dirty();
    shown.figure.draw();
    CHECK(asked == (shown.figure.list().size() != plain));
    return shown.figure.list().size() > plain;
  };
  shown.figure.draw();
  CHECK_FALSE(outlined());
  shown.point(605, 15);
  CHECK(outlined());
  const size_t lit = shown.figure.list().size();
  shown.point(625, 15);  // its twin: the same thing
  CHECK_FALSE(shown.figure.session().take_dirty());
  shown.figure.leave();
  CHECK_FALSE(outlined());
  CHECK(shown.figure.list().size() < lit);
}

TEST_CASE("what comes below a pointer that rests lights up in the same picture") {
  Shown shown;
  shown.point(605, 45);
  shown.figure.draw();
  const size_t plain = shown.figure.list().size();
  CHECK_FALSE(shown.figure.session().set("filled", "on"));  // the twins go there
  CHECK_FALSE(shown.figure.draw());
  CHECK(shown.tooltip() == "twin");
  CHECK(shown.figure.list().size() > plain);
  CHECK_FALSE(shown.figure.session().dirty());
  CHECK_FALSE(shown.figure.session().set("filled", "off"));  // and away again
  CHECK_FALSE(shown.figure.draw());
  CHECK(shown.figure.list().size() == plain);
}

TEST_CASE("figures do not hear each other's pointer") {
  Shown one;
  Figure two(fake_scene());
  two.resize(340, 1);
  two.draw();
  one.point(20, 20);
  CHECK(one.tooltip() == "blue");
  CHECK(two.hovered() == nullptr);
  two.point(5, 95, false, false);
  CHECK(two.hovered()->tooltip == "ground");
  CHECK(one.tooltip() == "blue");
}

}  // TESTS_OF(web::live::figure)
