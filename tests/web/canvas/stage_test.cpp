#include "web/canvas/stage.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::canvas::stage) {

using loom::canvas::Stage;
using loom::scene::Painter;
using loom::tests::fake_scene;

namespace {

// A stage without a window: pictures are drawn as far as the list of triangles.
struct Playground {
  Stage stage;
  Playground() {
    std::ifstream file(LOOM_TEST_FONT, std::ios::binary);
    const std::vector<unsigned char> font{std::istreambuf_iterator<char>(file), {}};
    for (int face = 0; face < 3; ++face) REQUIRE(stage.glyphs().set_font(face, font));
    stage.palette().fill(IM_COL32(10, 20, 30, 255));
  }

  // Law: every index names a vertex, and every vertex lies on or near the picture.
  void check(const loom::scene::Scene& scene, const loom::scene::View& view, float scale) {
    Painter painter;
    scene.draw(painter, view);
    const float width = view.width * scale, height = scene.height(view.width) * scale;
    CHECK_FALSE(
        stage.draw(painter.list(), scale, static_cast<int>(width), static_cast<int>(height)));
    const ImDrawList& list = stage.triangles();
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
};

}  // namespace

TEST_CASE("every scene draws sound triangles in every step, at both widths and odd scales") {
  Playground playground;
  for (const loom::scene::Description& description : loom::scene::registry()) {
    CAPTURE(description.id);
    const auto scene = description.make();
    const int steps = scene->steps();
    for (float width : {loom::scene::narrow_width, loom::scene::wide_width})
      for (float scale : {0.37f, 1.f, 1.7f, 3.3f})
        for (int step : {0, 1, steps / 2, steps})
          for (float fraction : {0.4f, 1.f})
            playground.check(*scene, {width, std::min(step, steps), fraction}, scale);
  }
}

// gemm-climb once stayed blank from 8.5 on, nine scenes at 11.2: zoomed to 400% on a dense screen.
TEST_CASE("a picture has its letters at any scale, and so does the next one") {
  Playground playground;
  for (const loom::scene::Description& description : loom::scene::registry()) {
    CAPTURE(description.id);
    const auto scene = description.make();
    int least = 0;
    for (float scale : {2.f, 8.5f, 11.2f, 20.f}) {
      CAPTURE(scale);
      playground.check(*scene, {.width = loom::scene::wide_width, .step = scene->steps()}, scale);
      // Letters, hatches and dots are as many at every scale; curves get more corners.
      const int triangles = playground.stage.triangles().IdxBuffer.Size / 3;
      CHECK(triangles >= least);
      if (least == 0) least = triangles;
    }
  }
}

TEST_CASE("letters come back after the image was full") {
  Playground playground;
  Stage& stage = playground.stage;
  for (float size = 60; size < 200 && stage.glyphs().find(0, size, 'W', 0); size += 0.2f) {
  }
  const auto scene = fake_scene().make();
  playground.check(*scene, {}, 2);
  CHECK(stage.glyphs().find(1, 28, 'T', 0));
}

TEST_CASE("a malformed list is refused") {
  Playground playground;
  const std::uint32_t words[] = {1, 2, 3};
  CHECK(playground.stage.draw(words, 1, 10, 10));
  CHECK(playground.stage.triangles().IdxBuffer.Size == 0);
}

}  // TESTS_OF(web::canvas::stage)
