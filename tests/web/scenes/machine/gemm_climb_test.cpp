// The scene `gemm-climb`: tables and sentences, and a picture that fits for every state.
#include <algorithm>
#include <string>

#include "core/gemm/measured.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

using namespace loom;
using namespace loom::scene;
using scenes::contains;

namespace {

const scenes::Subject subject(scenes::gemm_climb());

const std::vector<std::string> grid = {"", "n=8192", "scale=speed", "n=8192&scale=speed"};

}  // namespace

TEST_CASE("gemm-climb: the default's table") {
  CHECK(subject.table("") ==
        scenes::Rows{{"naive", "FP32", "0.498", "0.7%", "1.0%", "0.000115%"},
                     {"coalesced", "FP32", "6.06", "9.1%", "11.9%", "0.000115%"},
                     {"shared tile", "FP32", "8.96", "13.4%", "17.5%", "0.000115%"},
                     {"register tile", "FP32", "33.1", "49.5%", "64.8%", "0.000115%"},
                     {"vectorized", "FP32", "38.4", "57.5%", "75.2%", "0.000115%"},
                     {"cp.async pipeline", "FP32", "44.2", "66.1%", "86.4%", "0.000115%"},
                     {"library", "FP32", "51.1", "76.4%", "100.0%", "0.000115%"},
                     {"tensor cores", "BF16", "591", "55.2%", "79.0%", "0.166000%"},
                     {"library", "BF16", "748", "69.9%", "100.0%", "0.166000%"}});
}

TEST_CASE("gemm-climb: sentences") {
  CHECK(subject.status("") ==
        "On an H200, whose peaks are reckoned at 1,980 MHz, N = 4,096, from 0.498 to 44.2 TFLOP/s "
        "in FP32: 66.1% of its peak, 86.4% of cuBLAS. With BF16 inputs, of 8 significant bits "
        "instead of 24, the tensor cores reach 591 TFLOP/s in BF16: 55.2% of its peak, 79.0% of "
        "cuBLAS.");
  CHECK(subject.status("step=0") ==
        "Eight rungs, measured on an H200: C = A·B with N = 4,096. The peaks are what its "
        "multipliers could do at 1,980 MHz.");
  CHECK(subject.status("step=2") ==
        "Rung 2, coalesced: neighboring lanes take neighboring columns, and a warp’s two loads "
        "touch 5 sectors instead of 33. 6.06 TFLOP/s in FP32: 9.1% of its peak, 11.9% of cuBLAS; "
        "12.2 times the rung before.");
  // Neither the first rung nor one of another type is compared with the one before.
  CHECK_FALSE(contains(subject.status("step=1"), "times the rung"));
  CHECK_FALSE(contains(subject.status("step=7"), "times the rung"));
  CHECK(contains(subject.status("step=7"), "591 TFLOP/s in BF16"));
  CHECK(contains(subject.status("step=6&n=8192"), "44.5 TFLOP/s in FP32"));
}

TEST_CASE("gemm-climb: metrics") {
  CHECK(subject.metric("", "coalesced") == doctest::Approx(6.061 / 0.498));
  CHECK(subject.metric("", "climb") == doctest::Approx(44.193 / 0.498));
  CHECK(subject.metric("", "library") == doctest::Approx(100 * 44.193 / 51.123));
  CHECK(subject.metric("n=8192", "tensor") == doctest::Approx(561.149));
}

TEST_CASE("gemm-climb: within a type every rung is faster than the one before") {
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
  for (const std::string& query : grid) {
    const State state = subject.load(query);
    const size_t size = contains(query, "8192");
    const bool one = contains(query, "speed");
    for (float width : {narrow_width, wide_width}) {
      const RecordingPainter painter = record(state.scene(), {.width = width, .step = 8});
      std::vector<float> bars;
      float peak_at = 0, from = 0;  // of BF16's dashed line; where bars begin
      for (const Mark& mark : painter.marks()) {
        if (mark.kind == Mark::Kind::rect && mark.box.height == (width == narrow_width ? 12 : 14)) {
          bars.push_back(mark.box.width);
          from = mark.box.x;
        }
        if (mark.style.dashed) peak_at = mark.box.center().x;
      }
      REQUIRE(bars.size() == gemm::h200::rung_count);
      for (size_t row = 0; row < bars.size(); ++row) {
        const gemm::h200::Rung& rung = gemm::h200::rungs[row];
        const double peak =
            one || rung.bf16 ? gemm::h200::bf16_peak_tflops : gemm::h200::fp32_peak_tflops;
        const double length = static_cast<double>(peak_at - from) * rung.tflops[size] / peak;
        CHECK(bars[row] == doctest::Approx(std::max(1., length)).epsilon(0.001));
      }
    }
  }
}

TEST_CASE("gemm-climb: rungs appear one by one, the libraries last, and can be chosen") {
  const State state = subject.load("");
  for (int step = 0; step <= 8; ++step) {
    const RecordingPainter painter = record(state.scene(), {.step = step});
    int bars = 0, chosen = 0;
    for (const Mark& mark : painter.marks()) {
      bars += mark.kind == Mark::Kind::rect && mark.box.height == 14;
      chosen += mark.action.key == "step";
    }
    CHECK(bars == (step == 8 ? 9 : step));
    CHECK(chosen == 9);
  }
}
