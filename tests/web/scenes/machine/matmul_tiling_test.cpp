// The scene `matmul-tiling`: tables and sentences, and a picture that fits for every state.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/gemm/traffic.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::matmul_tiling) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;

namespace {

const scenes::Subject subject(scenes::matmul_tiling());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* n : {"16", "64", "100", "256", "1024", "8192"})
    for (const char* tile : {"1", "2", "8", "32", "128"})
      queries.push_back(std::string("n=") + n + "&tile=" + tile);
  return queries;
}

}  // namespace

TEST_CASE("matmul-tiling: the default's table and sentence") {
  CHECK(subject.table("") ==
        scenes::Rows{{"naive", "524,288", "2,097,152", "64", "0.25", "0", "–"},
                     {"tiles of 8×8", "65,536", "262,144", "8", "2", "512", "–"}});
  subject.check_says("", {256, 2});
  CHECK(subject.load("").query() == "");
}

TEST_CASE("matmul-tiling: other sentences") {
  subject.check_says("step=0", {8});
  subject.check_says("step=3", {3, 8, 96, 768});
  CHECK(subject.metric("tile=1", "fetches") == 64);
  CHECK(subject.metric("tile=1", "intensity") == 0.25);
  subject.check_says("tile=1", {2});
  subject.check_says("n=100&tile=16", {29});
  CHECK_FALSE(contains(subject.status("n=100&tile=4"), "edge"));
  subject.check_says("n=16&tile=32&step=0", {1});
  CHECK(subject.cell("n=8192&tile=128", "tiles of 128×128", "Operations per byte") == "32");
  subject.check_says("n=8192&tile=128", {4});
}

TEST_CASE("matmul-tiling: an H200's count stands beside the model's where there is one") {
  for (const char* n : {"256", "1024"})
    for (const char* tile : {"1", "32", "128"})
      for (const auto& row : subject.table(std::string("n=") + n + "&tile=" + tile))
        CHECK(row[1] == row[6]);
  CHECK(subject.table("n=1024&tile=64")[1][6] == "–");
  CHECK(subject.table("n=512&tile=32")[0][6] == "–");
}

TEST_CASE("matmul-tiling: metrics") {
  CHECK(subject.metric("", "less") == 8);
  CHECK(subject.metric("", "fetches") == 8);
  CHECK(subject.metric("", "intensity") == 2);
  CHECK(subject.metric("", "shared") == 512);
  CHECK(subject.metric("n=100&tile=16", "fetches") == 7);
}

TEST_CASE("matmul-tiling: long walks take several pairs of tiles a step, and end at the end") {
  const State state = subject.load("n=8192&tile=1");
  CHECK(state.scene().steps() == 64);
  CHECK(contains(state.scene().status(1), "After step 128 of 8,192"));
  CHECK(subject.load("n=1024&tile=8").scene().steps() == 64);
  CHECK(subject.load("n=100&tile=1").scene().steps() == 64);
  CHECK(contains(subject.load("n=100&tile=1").scene().status(63), "After step 99 of 100"));
  CHECK(subject.load("n=100&tile=8").scene().steps() == 13);
  CHECK(subject.load("n=16&tile=128").scene().steps() == 1);
}

TEST_CASE("matmul-tiling: values that are not offered are refused") {
  State state(subject.description());
  CHECK(state.set("n", "65"));
  CHECK(state.set("tile", "3"));
  CHECK(state.query() == "");
}

TEST_CASE("matmul-tiling: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 16);
}

TEST_CASE("matmul-tiling: bars are as long as what they stand for") {
  for (const std::string& query : grid()) {
    const State state = subject.load(query);
    const int steps = state.scene().steps(), step = (steps + 1) / 2;
    const int n = state.values().integer("n"), tile = state.values().integer("tile");
    std::vector<Mark> filled, tracks;
    for (const Mark& mark : record(state.scene(), {.step = step}).of(Mark::Kind::rect))
      if (mark.part == "bytes") (mark.style.fill == Role::none ? tracks : filled).push_back(mark);
    REQUIRE(filled.size() == 2);
    const float width = tracks[0].box.width - 1;  // less its stroke
    const auto total = gemm::traffic({n, n, n}, {tile, tile, tile});
    const auto pairs = (total->steps * step + steps - 1) / steps;
    const double share = static_cast<double>(pairs) / static_cast<double>(total->steps);
    CHECK(filled[0].box.width == doctest::Approx(share * static_cast<double>(width)).epsilon(0.01));
    const double part = share / total->reuse * static_cast<double>(width);
    CHECK(filled[1].box.width == doctest::Approx(std::max(1., part)).epsilon(0.01));
  }
}

TEST_CASE("matmul-tiling: the naive loop's full bar says what it stands for, at every step") {
  for (const char* query : {"step=0", "", "n=4096&tile=128", "n=1024&tile=32&step=7"}) {
    const State state = subject.load(query);
    const std::string bytes = binary_bytes(4. * 2 * std::pow(state.values().integer("n"), 3));
    bool said = false, hidden = false;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks()) {
      said |= mark.text == "full bar: " + bytes;
      hidden |= mark.text == "?";
    }
    CHECK_MESSAGE(said, bytes);
    CHECK_FALSE(hidden);
  }
}

TEST_CASE("matmul-tiling: the pair of tiles walks along K, and can be dragged there") {
  for (float width : {narrow_width, wide_width})
    for (int step : {1, 5, 8}) {
      const State state = subject.load("step=" + std::to_string(step));
      const RecordingPainter painter = record(state.scene(), {.width = width, .step = step});
      for (const char* part : {"a", "b"}) {
        Rect tile{}, drag{};
        for (const Mark& mark : painter.marks()) {
          if (mark.part != part) continue;
          if (mark.style.fill == Role::data && mark.style.fill_opacity == 1) tile = mark.box;
          if (mark.kind == Mark::Kind::hotspot) {
            drag = mark.box;
            CHECK(mark.action.key == "step");
            CHECK(mark.action.to_value == 8);
          }
        }
        const bool a = part[0] == 'a';
        const float at =
            a ? (tile.center().x - drag.x) / drag.width : (tile.center().y - drag.y) / drag.height;
        CHECK(at == doctest::Approx((step - 0.5) / 8).epsilon(0.01));
        CHECK(tile.width == doctest::Approx(drag.width / 8).epsilon(0.01));
      }
    }
}

}  // TESTS_OF(web::scenes::machine::matmul_tiling)
