#include "web/canvas/figure.hpp"

#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/doctest.hpp"
#include "tests/web/canvas/fake_scene.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "web/scene/scene.hpp"

using loom::canvas::Cursor;
using loom::canvas::Figure;
using loom::canvas::Stage;
using loom::tests::fake_scene;

namespace {

// A stage without a window: figures are played with, and drawn as far as the list of triangles.
struct Playground {
  Stage stage;
  Playground() {
    std::ifstream file(LOOM_TEST_FONT, std::ios::binary);
    const std::vector<unsigned char> font{std::istreambuf_iterator<char>(file), {}};
    for (int face = 0; face < 3; ++face) REQUIRE(stage.glyphs().set_font(face, font));
    stage.palette().fill(IM_COL32(10, 20, 30, 255));
  }
};

// Law: every index names a vertex, and every vertex lies on or near the picture.
void check_triangles(const ImDrawList& list, float width, float height) {
  CHECK(list.IdxBuffer.Size > 0);
  int outside = 0, stray = 0;
  for (const ImDrawVert& vertex : list.VtxBuffer) {
    constexpr float near = 40;
    outside += !(vertex.pos.x > -near && vertex.pos.x < width + near && vertex.pos.y > -near &&
                 vertex.pos.y < height + near);
  }
  for (const ImDrawCmd& command : list.CmdBuffer)
    for (unsigned i = 0; i < command.ElemCount; ++i)
      stray += static_cast<int>(command.VtxOffset) +
                   list.IdxBuffer[static_cast<int>(command.IdxOffset + i)] >=
               list.VtxBuffer.Size;
  CHECK(outside == 0);
  CHECK(stray == 0);
}

constexpr float scale = 2;

struct Shown : Playground {
  Figure figure{fake_scene(), stage};
  Shown() {
    figure.resize(760, scale, 1520, 200, 2);
    figure.draw();
    figure.draw();
  }
  // In the scene's units.
  bool point(float x, float y, bool down = false, bool touch = false) {
    return figure.point(x * scale, y * scale, down, touch);
  }
  std::string tooltip() const { return figure.hovered() ? figure.hovered()->tooltip : ""; }
};

}  // namespace

TEST_CASE("a figure is drawn as triangles on its picture") {
  Shown shown;
  check_triangles(shown.stage.list(), 1520, 200);
}

TEST_CASE("every scene draws sound triangles in every step, at both widths and odd scales") {
  Playground playground;
  for (const loom::scene::Description& description : loom::scene::registry()) {
    CAPTURE(description.id);
    Figure figure(description, playground.stage);
    for (float width : {loom::scene::narrow_width, loom::scene::wide_width})
      for (float odd : {0.37f, 1.f, 1.7f, 3.3f}) {
        const float height = figure.live().state().scene().height(width);
        figure.resize(width, odd, static_cast<int>(width * odd), static_cast<int>(height * odd), 1);
        const int steps = figure.live().state().scene().steps();
        for (int step : {0, 1, steps / 2, steps}) {
          figure.live().seek(step);
          figure.live().tick(0);
          figure.live().tick(70);
          figure.draw();
          check_triangles(playground.stage.list(), width * odd, height * odd);
        }
      }
  }
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
  CHECK(shown.figure.live().state().query() == "color=blue");
  CHECK_FALSE(shown.point(20, 20, true));
  CHECK_FALSE(shown.point(20, 20, false));  // it is blue already

  Shown other;
  other.point(20, 20);
  other.point(20, 20, true);
  CHECK_FALSE(other.point(300, 90, false));
  CHECK(other.figure.live().state().query() == "");
}

TEST_CASE("a press that the page takes over for scrolling is no click") {
  Shown shown;
  shown.point(20, 20, true, true);
  CHECK_FALSE(shown.figure.leave());
  CHECK(shown.figure.live().state().query() == "");
}

TEST_CASE("dragging writes as it goes, outside of the hotspot and the picture too") {
  Shown shown;
  shown.point(130, 40);
  CHECK_FALSE(shown.figure.dragging());
  shown.point(130, 40, true);
  CHECK(shown.figure.dragging());
  CHECK(shown.point(130, 20, true));
  CHECK(shown.figure.live().state().values().text("level") == "1.5");
  shown.figure.draw();
  CHECK(shown.figure.dragging());
  CHECK(shown.point(700, -400, true));
  CHECK(shown.figure.live().state().values().text("level") == "2");
  CHECK_FALSE(shown.point(700, -500, true));
  shown.point(700, -500, false);
  CHECK_FALSE(shown.figure.dragging());
  CHECK(shown.figure.has_vertical_drag());
}

TEST_CASE("a press means the state as it is, drawn or not") {
  Playground playground;
  Figure figure(*loom::scene::find("float-anatomy"), playground.stage);
  const float height = figure.live().state().scene().height(760);
  figure.resize(760, 1, 760, static_cast<int>(height), 1);
  figure.draw();
  const auto code = [&] {
    const std::string sentence = figure.live().state().scene().status(0);
    return sentence.substr(0, sentence.find(' '));
  };
  // Two bits, one press after the other, without a frame between them.
  std::vector<loom::scene::Point> bits;
  const auto picture = record(figure.live().state().scene(), {.width = 760});
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
  CHECK(figure.live().take_dirty());  // the page still gets its picture
}

TEST_CASE("what is carried follows the pointer from place to place, although the hotspots change") {
  Shown shown;
  const auto scores = [&] {
    return std::string(shown.figure.live().state().values().text("scores"));
  };
  shown.figure.live().set("length", "8");
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
  CHECK(shown.figure.live().state().values().integer("length") == 3);
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
  Playground playground;
  Figure figure(*loom::scene::find("online-softmax"), playground.stage);
  figure.resize(760, 1, 760, 400, 1);
  figure.draw();
  figure.draw();
  const auto score = [&](size_t key) {
    return figure.live().state().values().numbers("scores")[key];
  };
  const loom::scene::RecordingPainter picture =
      loom::scene::record(figure.live().state().scene(), {760, 0});
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
  CHECK(shown.figure.live().state().values().toggle("filled"));
  shown.point(268, 52, false, true);
  CHECK(shown.tooltip() == "");
}

TEST_CASE("figures do not hear each other's pointer") {
  Shown one;
  Figure two(fake_scene(), one.stage);
  two.resize(340, 1, 340, 100, 1);
  two.draw();
  one.point(20, 20);
  CHECK(one.tooltip() == "blue");
  CHECK(two.hovered() == nullptr);
  two.point(5, 95, false, false);
  CHECK(two.hovered()->tooltip == "ground");
  CHECK(one.tooltip() == "blue");
}

TEST_CASE("letters come back after the image was full") {
  Shown shown;
  for (float size = 60; size < 200 && shown.stage.glyphs().find(0, size, 'W', 0); size += 0.2f) {
  }
  shown.figure.draw();
  check_triangles(shown.stage.list(), 1520, 200);
  CHECK(shown.stage.glyphs().find(1, 14 * scale, 'T', 0));
}
