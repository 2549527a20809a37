// The scene `flash-io`: sentences, counts in closed form, bars as long as their bytes, drags.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::flash::flash_io) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(flash_io());

double total(const std::string& query, size_t row) {
  return subject.load(query).scene().table().rows[row][3].value * 1e6;
}

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* loop : {"standard&kernels=both", "standard&kernels=mask", "fa1", "fa2"})
    for (const char* pass : {"forward", "backward", "both"})
      for (const char* mask : {"none", "causal", "band", "own"})
        for (const char* more :
             {"", "&tokens=64&rows=1024&keys=16", "&tokens=65536&heads=4096&size=256",
              "&tokens=512&blocks=memory&memory=4&size=256", "&tokens=65536&blocks=memory",
              "&tokens=1000&rows=24&keys=300"})
          queries.push_back("loop=" + std::string(loop) + "&pass=" + pass + "&mask=" + mask + more);
  return queries;
}

}  // namespace

TEST_CASE("flash-io: the numbers of its sentences") {
  CHECK(subject.metric("", "bytes") == 2.361344);
  CHECK(subject.cell("", "Standard", "Total") == "8.91");
  subject.check_says("", {3.77});
  subject.check_says("step=0", {65536});
  subject.check_says("step=3", {3, 8, 886});
  subject.check_says("loop=fa1&step=1&keys=256", {1, 4, 467});
  subject.check_says("loop=standard&step=2", {2, 3, 6.55});
  CHECK(subject.metric_text("loop=standard&pass=both&heads=1024&kernels=both", "bytes") == "40265");
  subject.check_says("loop=standard&pass=both&heads=1024&kernels=both", {1.61});
  CHECK(subject.metric_text("loop=fa1&tokens=4096&blocks=memory", "bytes") == "18.7");
  CHECK(subject.cell("loop=fa1&tokens=4096&blocks=memory", "Standard", "Total") == "136");
  CHECK(subject.metric("loop=fa1&tokens=4096&blocks=memory", "chip") == 192);
  CHECK(subject.metric("loop=fa1&tokens=4096&blocks=memory", "rows_each") == 64);
  CHECK(subject.metric("loop=fa1&tokens=4096&blocks=memory", "keys_each") == 384);
  CHECK(subject.cell("loop=fa1&tokens=4096&blocks=memory", "FlashAttention-2", "Total") == "68.2");
  subject.check_says("loop=fa1&tokens=4096&blocks=memory", {7.29});
  CHECK(subject.metric("rows=64&keys=256", "bytes") == 4.458496);
  CHECK(subject.cell("rows=64&keys=256", "Standard", "Total") == "8.91");
  CHECK(subject.metric_text("rows=64&keys=256", "saved") == "2.0");
  CHECK(subject.cell("rows=64&keys=256", "FlashAttention-1", "Total") == "1.87");
  CHECK(subject.metric("mask=own&tokens=2048&rows=64&keys=64", "bytes") == 3.674112);
  CHECK(subject.cell("mask=own&tokens=2048&rows=64&keys=64", "Standard", "Total") == "34.6");
  subject.check_says("mask=own&tokens=2048&rows=64&keys=64", {9.42, 19});
  CHECK(subject.metric("mask=own&tokens=4000&rows=64&keys=64", "bytes") == 3.674112);
  CHECK(subject.cell("mask=own&tokens=4000&rows=64&keys=64", "Standard", "Total") == "34.6");
  subject.check_says("mask=own&tokens=4000&rows=64&keys=64", {9.42, 19, 2048});
}

TEST_CASE("flash-io: closed forms of two bytes a number") {
  for (const double n : {64., 1024., 4096.})
    for (const double d : {16., 64., 128.})
      for (const double rows : {16., 64.}) {
        const std::string query = "tokens=" + std::to_string(static_cast<int>(n)) +
                                  "&size=" + std::to_string(static_cast<int>(d)) +
                                  "&rows=" + std::to_string(static_cast<int>(rows)) + "&keys=32";
        CAPTURE(query);
        CHECK(total(query, 0) == doctest::Approx(8 * n * n + 8 * n * d));
        // O is read and written for each block of keys, with two numbers a row.
        CHECK(total(query, 1) == doctest::Approx(4 * n * d + 2 * n * (n / 32) * (3 * d + 4)));
        CHECK(total(query, 2) == doctest::Approx(4 * n * d + 2 * n + 4 * d * n * n / rows));
        CHECK(total(query, 3) == doctest::Approx(8 * n * d));
        CHECK(total(query + "&heads=24", 2) == doctest::Approx(24 * total(query, 2)));
      }
  // Causal: of 8 × 8 blocks, 36.
  CHECK(total("mask=causal", 2) == doctest::Approx(1024 * (4 * 64 + 2) + 36. * 4 * 64 * 128));
  // |q − k| < 128 in blocks of 128: each with its neighbors, 22 of 64.
  CHECK(total("mask=band", 2) == doctest::Approx(1024 * (4 * 64 + 2) + 22. * 4 * 64 * 128));
  // The butterfly: each of 32 blocks meets itself and the five whose number differs in one bit.
  CHECK(total("mask=own&tokens=2048&rows=64&keys=64", 2) ==
        doctest::Approx(2048 * (4 * 64 + 2) + 32. * 6 * 4 * 64 * 64));
  CHECK(total("expression=q>=k", 2) == doctest::Approx(total("mask=causal", 2)));
  // An A100's SM: ⌈98,304 / 4d⌉ keys, and at most d queries.
  for (const auto& [size, keys] : {std::pair{64, 384}, std::pair{128, 192}, std::pair{96, 256}}) {
    const std::string query = "blocks=memory&tokens=4096&size=" + std::to_string(size);
    CHECK(subject.metric(query, "keys_each") == keys);
    CHECK(subject.metric(query, "rows_each") == std::min(size, keys));
    CHECK(subject.metric(query, "chip") == 192);
    const std::string chosen = "tokens=4096&size=" + std::to_string(size) +
                               "&keys=" + std::to_string(keys) + "&rows=" + std::to_string(size);
    for (size_t row = 0; row < 4; ++row) CHECK(total(query, row) == total(chosen, row));
  }
  CHECK(subject.metric("pass=both", "bytes") ==
        doctest::Approx(subject.metric("pass=forward", "bytes") +
                        subject.metric("pass=backward", "bytes")));
}

TEST_CASE("flash-io: the bounds have no constants, and shrink with the blocks of a mask") {
  const auto bound = [](const std::string& query, size_t row) {
    return subject.load(query).scene().table().rows[row][4].value * 1e6;
  };
  const double n = 4096, d = 128, memory = 192 * 512;
  const std::string query = "blocks=memory&tokens=4096&size=128";
  CHECK(bound(query, 0) == doctest::Approx(2 * (n * d + n * n)));
  CHECK(bound(query, 1) == doctest::Approx(2 * n * n * d * d / memory));
  CHECK(bound(query + "&memory=96", 1) == doctest::Approx(2 * bound(query, 1)));
  const std::string half = query + "&tokens=2048&expression=k<1024";
  CHECK(bound(half, 1) == doctest::Approx(2 * (2048 * d + 0.5 * 2048 * 2048 * d * d / memory))
                              .epsilon(0.05));  // blocks of 192 keys
}

TEST_CASE("flash-io: an expression that has no value is refused") {
  State state = subject.load("mask=own");
  const auto refused = [&](const char* text) {
    const auto error = state.set("expression", text);
    return error ? error->message : std::string();
  };
  CHECK(refused("q >").starts_with("'Expression': "));
  CHECK(refused("q / (k - 7)").starts_with("'Expression': "));
  CHECK(refused("q / (k - 7)").ends_with("at b = 0, h = 0, q = 0, k = 7"));
  CHECK_FALSE(state.set("expression", "q == k"));
}

TEST_CASE("flash-io: the timeline ends with all bytes, and never goes back") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    const int steps = state.scene().steps();
    CHECK(steps >= 1);
    CHECK(steps <= 48);
    CHECK(state.step() == steps);
  }
}

TEST_CASE("flash-io: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 7);
  subject.check_one_height(grid());
}

TEST_CASE("flash-io: bars are as long as their bytes") {
  for (const char* query :
       {"", "tokens=16384&size=128", "pass=both&heads=100", "loop=fa1&step=2"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    std::array<float, 4> length = {};
    std::array<float, 4> tops = {};
    size_t count = 0;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "bars" || mark.kind != Mark::Kind::rect || mark.box.height != 12) continue;
      if (mark.box.y < 20) continue;  // samples of the legend
      size_t row = 0;
      while (row < count && std::abs(tops[row] - mark.box.y) > 1) ++row;
      if (row == count) {
        REQUIRE(count < 4);
        tops[count++] = mark.box.y;
      }
      length[row] += mark.box.width;
    }
    REQUIRE(count == 4);
    for (size_t row = 1; row < 4; ++row)
      CHECK(length[row] / length[0] ==
            doctest::Approx(total(query, row) / total(query, 0)).epsilon(0.02));
  }
}

TEST_CASE("flash-io: tokens and blocks can be dragged") {
  subject.check_drag("", "rows", {"16", "512", "100"});
  subject.check_drag("loop=fa1", "keys", {"16", "512", "100"});
  for (float width : {narrow_width, wide_width}) {
    int drags = 0;
    for (const Mark& mark :
         record(subject.load("").scene(), {.width = width}).of(Mark::Kind::hotspot)) {
      if (mark.action.key != "tokens") continue;
      ++drags;
      CHECK(mark.action.logarithmic);
      CHECK(mark.action.from_px == mark.box.x);
      CHECK(mark.action.from_value == 64);
      CHECK(mark.action.to_px == mark.box.right());
      CHECK(mark.action.to_value == 65536);
    }
    CHECK(drags == 1);
  }
}

}  // TESTS_OF(web::scenes::flash::flash_io)
