// The scene `gemm-climb`: tables and sentences, and a picture that fits for every state.
#include "web/scenes/machine/gemm_climb.hpp"

#include <algorithm>
#include <string>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::gemm_climb) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;

namespace {

const scenes::Subject subject(scenes::gemm_climb());

const std::vector<std::string> grid = {"", "n=8192", "scale=speed", "n=8192&scale=speed"};

}  // namespace

TEST_CASE("gemm-climb: the default's table") {
  const std::string first = "2026-11-20", second = "2026-11-22", none = "–";
  const auto early = [&](std::vector<std::string> row) {
    row.insert(row.begin() + 2, first);
    row.insert(row.end(), 5, none);
    return row;
  };
  const auto late = [&](std::vector<std::string> row) {
    row.insert(row.begin() + 2, second);
    return row;
  };
  CHECK(subject.table("") ==
        scenes::Rows{early({"naive", "FP32", "0.498", "0.7%", "1.0%", "0.000115%"}),
                     early({"coalesced", "FP32", "6.06", "9.1%", "11.9%", "0.000115%"}),
                     early({"shared tile", "FP32", "8.96", "13.4%", "17.5%", "0.000115%"}),
                     early({"register tile", "FP32", "33.1", "49.5%", "64.8%", "0.000115%"}),
                     early({"vectorized", "FP32", "38.4", "57.5%", "75.2%", "0.000115%"}),
                     early({"cp.async pipeline", "FP32", "44.2", "66.1%", "86.4%", "0.000115%"}),
                     early({"library", "FP32", "51.1", "76.4%", "100.0%", "0.000115%"}),
                     early({"tensor cores", "BF16", "591", "55.2%", "79.0%", "0.166%"}),
                     early({"library", "BF16", "748", "69.9%", "100.0%", "0.166%"}),
                     late({"tensor cores", "BF16", "513", "47.9%", "77.9%", "0.166%", "1,463",
                           "695", "69.8%", "9.84", "1.49"}),
                     late({"TMA", "BF16", "594", "55.5%", "90.2%", "0.166%", "1,364", "694",
                           "88.5%", "9.62", "1.49"}),
                     late({"warp specialized", "BF16", "583", "54.5%", "88.5%", "0.166%", "1,347",
                           "694", "88.5%", "10.4", "1.49"}),
                     late({"clusters", "BF16", "580", "54.2%", "88.1%", "0.166%", "1,381", "694",
                           "86.8%", "8.90", "1.50"}),
                     late({"persistent", "BF16", "644", "60.1%", "97.8%", "0.166%", "1,306", "698",
                           "94.1%", "10.4", "1.35"}),
                     late({"persistent clusters", "BF16", "646", "60.4%", "98.2%", "0.166%",
                           "1,322", "693", "93.8%", "8.61", "1.25"}),
                     late({"library", "BF16", "659", "61.5%", "100.0%", "0.166%", "1,342", "699",
                           "93.2%", "6.86", "1.25"}),
                     late({"fine-grained scales", "FP8", "1,010", "47.2%", "97.2%", "0.167%",
                           "1,420", "693", "70.2%", "4.52", "0.608"}),
                     late({"library, scaled", "FP8", "1,039", "48.5%", "100.0%", "0.167%", "1,322",
                           "694", "80.2%", "5.38", "0.575"})});
}

TEST_CASE("gemm-climb: counters are those at 8,192") {
  const scenes::Rows rows = subject.table("n=8192");
  REQUIRE(rows.size() == scenes::climb_rows);
  CHECK(rows[14] == std::vector<std::string>{"persistent clusters", "BF16", "2026-11-22", "663",
                                             "62.0%", "97.6%", "0.166%", "1,297", "701", "93.8%",
                                             "8.61", "1.25"});
}

TEST_CASE("gemm-climb: the numbers of its sentences") {
  CHECK(subject.cell("", "persistent clusters", "TFLOP/s") == "646");
  CHECK(subject.cell("", "persistent clusters", "Of peak") == "60.4%");
  CHECK(subject.metric_text("", "hopper") == "98.2");
  CHECK(subject.cell("", "fine-grained scales", "TFLOP/s") == "1,010");
  subject.check_says("", {1322, 513, 0.982, 0.995});
  subject.check_says("step=8", {0.498, 44.2, 66.1, 86.4, 591, 55.2, 79});
  subject.check_says("step=0", {1980});
  subject.check_says("step=2", {2, 5, 33, 6.06, 9.1, 11.9, 12.2});
  subject.check_says("step=10&n=8192", {10, 627, 58.6, 92.3, 1.18, 88.5, 69.8});
  // Not compared with the one before: a recording's first rung, and one of another type.
  for (const char* step : {"1", "7", "9", "15"})
    CHECK_FALSE(contains(subject.status("step=" + std::string(step)), "times the rung"));
  subject.check_says("step=7", {591});
  subject.check_says("step=6&n=8192", {44.5});
  subject.check_says("step=12&n=8192", {8.9, 10.4});
  subject.check_says("step=14&n=8192", {701, 700, 1297, 446, 1623, 831});
  subject.check_says("step=15", {70.2, 80.2});
}

TEST_CASE("gemm-climb: each step adds a row, and a recording's last both of the library's") {
  std::vector<int> rows;
  for (int step = 1; step <= 16; ++step)
    if (step % 8 != 0) {
      rows.push_back(scenes::climb_row(step));
      CHECK(scenes::climb_step(rows.back()) == step);
    }
  for (int row : {6, 8, 15, 17}) {
    CHECK(scenes::library_row(row) == row);
    CHECK(scenes::climb_step(row) == (row < 9 ? 8 : 16));
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  for (int row = 0; row < scenes::climb_rows; ++row) CHECK(rows[static_cast<size_t>(row)] == row);
  // The rows of the second recording are those that their types and names say.
  for (int size : {0, 1})
    for (int row = 9; row < scenes::climb_rows; ++row) {
      const gemm::h200::climb::Rung& rung = scenes::hopper_rung(row, size);
      CHECK(rung.n == gemm::h200::rung_sizes[size]);
      CHECK(rung.type == scenes::climb_type(row));
      CHECK_FALSE(rung.zeros);
      CHECK(&gemm::h200::climb::library(rung) ==
            &scenes::hopper_rung(scenes::library_row(row), size));
    }
}

TEST_CASE("gemm-climb: metrics") {
  CHECK(subject.metric("", "coalesced") == doctest::Approx(6.061 / 0.498));
  CHECK(subject.metric("", "climb") == doctest::Approx(44.193 / 0.498));
  CHECK(subject.metric("", "library") == doctest::Approx(100 * 44.193 / 51.123));
  CHECK(subject.metric("n=8192", "tensor") == doctest::Approx(561.149));
  CHECK(subject.metric("n=8192", "tma") == doctest::Approx(2.0606 / 1.7533));
  CHECK(subject.metric("n=8192", "hopper") == doctest::Approx(100 * 1.6178 / 1.6574));
}

TEST_CASE(
    "gemm-climb: within a type every rung of the first recording is faster than the one before") {
  for (int size : {0, 1})
    for (int row = 1; row < gemm::h200::rung_count; ++row) {
      const gemm::h200::Rung &now = gemm::h200::rungs[row], &before = gemm::h200::rungs[row - 1];
      if (now.bf16 == before.bf16) CHECK(now.tflops[size] > before.tflops[size]);
    }
}

TEST_CASE("gemm-climb: values that are not offered are refused") {
  State state(subject.description());
  CHECK(state.set("n", "2048"));
  CHECK(state.set("scale", "log"));
  CHECK(state.query() == "");
}

TEST_CASE("gemm-climb: the picture fits at every step, at both widths") {
  subject.check_pictures(grid, 1);
}

TEST_CASE("gemm-climb: bars show the share of their own type's peak, or one scale") {
  for (const std::string& query : grid)
    for (int page : {0, 1}) {
      const State state = subject.load(query);
      const scenes::ClimbPicture data{.size = contains(query, "8192"), .one_scale = false};
      const bool one = contains(query, "speed");
      for (float width : {narrow_width, wide_width}) {
        const RecordingPainter painter =
            record(state.scene(), {.width = width, .step = 8 + 8 * page});
        std::vector<float> bars;
        float peak_at = 0, from = 0;  // of the second type's dashed line; where bars begin
        for (const Mark& mark : painter.marks()) {
          if (mark.kind == Mark::Kind::rect &&
              mark.box.height == (width == narrow_width ? 12 : 14)) {
            bars.push_back(mark.box.width);
            from = mark.box.x;
          }
          if (mark.style.dashed) peak_at = mark.box.center().x;
        }
        REQUIRE(bars.size() == scenes::climb_page_rows);
        for (int i = 0; i < scenes::climb_page_rows; ++i) {
          const int row = page * scenes::climb_page_rows + i;
          const auto peak = [](int of) {
            return gemm::h200::climb::peak_tflops(scenes::climb_type(of));
          };
          const double full = peak(one ? page * scenes::climb_page_rows + 8 : row);
          const double length = static_cast<double>(peak_at - from) * data.tflops(row) / full;
          CHECK(bars[static_cast<size_t>(i)] ==
                doctest::Approx(std::max(1., length)).epsilon(0.001));
        }
      }
    }
}

TEST_CASE("gemm-climb: rungs appear one by one beside the libraries, and can be chosen") {
  const State state = subject.load("");
  for (int step = 0; step <= 16; ++step) {
    CAPTURE(step);
    const RecordingPainter painter = record(state.scene(), {.step = step});
    int bars = 0, chosen = 0;
    for (const Mark& mark : painter.marks()) {
      bars += mark.kind == Mark::Kind::rect && mark.box.height == 14;
      chosen += mark.action.key == "step";
    }
    // The first library's from a page's first step on; the second's with its type's rung, on
    // Hopper's page with the first.
    const int rungs = step % 8 == 0 && step > 0 ? 7 : step % 8, libraries = step == 0 ? 0
                                                                            : step > 8 || rungs == 7
                                                                                ? 2
                                                                                : 1;
    CHECK(bars == rungs + libraries);
    CHECK(chosen == 9);
  }
}

}  // TESTS_OF(web::scenes::machine::gemm_climb)
