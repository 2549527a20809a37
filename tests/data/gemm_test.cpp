// Matrix products on an H200: are speeds, the code that figures show, and traffic consistent?
#include <fstream>
#include <string>

#include "core/device/measured_h200.hpp"
#include "core/gemm/climb_lines.hpp"
#include "core/gemm/measured.hpp"
#include "core/gemm/traffic.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"
#include "web/scenes/machine/gemm_climb_rungs.hpp"

TESTS_OF(data::gemm) {

using namespace loom;
using loom::test::Json;

TEST_CASE("gemm: rates are those that times give, and none beats its type's peak") {
  const Json recorded = test::recorded("h200/gemm.json");
  for (const Json& row : recorded["rungs"]) {
    CAPTURE(row.dump());
    const double n = row["n"], ms = row["ms"], tflops = row["tflops"];
    CHECK(tflops == doctest::Approx(2 * n * n * n / ms * 1e-9).epsilon(0.001));
    CHECK(tflops < recorded["peak_tflops"][row["type"].get<std::string>()].get<double>());
  }
}

// The file without comments and white space.
std::string source(const std::string& name, int* lines = nullptr) {
  std::ifstream file(std::string(LOOM_SOURCE_DIR) + "/tools/probes/" + name);
  REQUIRE_MESSAGE(file, name);
  std::string code;
  for (std::string line; std::getline(file, line);) {
    const size_t before = code.size();
    for (char c : line.substr(0, line.find("//")))
      if (c != ' ') code += c;
    if (lines) *lines += code.size() > before;
  }
  return code;
}

TEST_CASE("gemm: the lines that a figure shows of each rung stand in the probes") {
  std::string code;
  for (const char* file :
       {"gemm_fp32.cuh", "gemm_bf16.cuh", "gemm.cu", "gemm_tma.cuh", "gemm_specialized.cuh",
        "gemm_fp8.cuh", "gemm_climb_hopper.cu", "cublas_lt.hpp"})
    code += source(file);
  for (const scenes::ClimbRung& rung : scenes::climb_rungs) {
    std::string all;
    for (std::string_view line : rung.code) {
      CHECK(line.size() <= 41);
      // A line that is indented further continues the one before.
      if (!line.starts_with("  ")) {
        CHECK_MESSAGE(code.find(all) != std::string::npos, all);
        all.clear();
      }
      for (char c : line)
        if (c != ' ') all += c;
    }
    CHECK(!rung.code[0].empty());
    CHECK_MESSAGE(code.find(all) != std::string::npos, all);
  }
}

// content/index.md computes from them what a block keeps in its buffers and how many addresses a
// step takes, and what a thread's tile of sums reads.
TEST_CASE("gemm: the tiles that the page computes with are the probes'") {
  CHECK(source("gemm_bf16.cuh").find("kRows=128,kCols=256,kDepth=64,kStages=4;") !=
        std::string::npos);
  CHECK(source("gemm_fp32.cuh").find("kSide=8;") != std::string::npos);
}

TEST_CASE("gemm: no rung in FP32 gains as much as the second, which only exchanges two indices") {
  using gemm::h200::rungs;
  for (size_t size = 0; size < 2; ++size)
    for (size_t i = 2; rungs[i].name != std::string("library"); ++i)
      CHECK(rungs[i].tflops[size] / rungs[i - 1].tflops[size] <
            rungs[1].tflops[size] / rungs[0].tflops[size]);
}

TEST_CASE("gemm: the last kernel on Hopper is as long as the page says") {
  int kernel = 0, wrappers = 0;
  for (const char* file : {"gemm_specialized.cuh", "gemm_tma.cuh"}) (void)source(file, &kernel);
  for (const char* file : {"hopper.cuh", "wgmma.cuh"}) (void)source(file, &wrappers);
  CHECK(kernel == gemm::h200::climb::kernel_lines);
  CHECK(wrappers == gemm::h200::climb::wrapper_lines);
}

// The model has no cache. Times show where that matters.
TEST_CASE("gemm: traffic against measured times") {
  const Json recorded = test::recorded("h200/gemm.json");
  const auto gb_per_s = [&](const char* rung, int n, const gemm::Tile& tile) {
    for (const Json& row : recorded["rungs"])
      if (row["rung"] == rung && row["type"] == "fp32" && row["n"] == n)
        return static_cast<double>(gemm::traffic({n, n, n}, tile)->bytes) * 1e-6 /
               row["ms"].get<double>();
    FAIL("no rung " << rung);
    return 0.;
  };
  for (int n : gemm::h200::rung_sizes) {
    // Without tiles, threads ask for several times what HBM could deliver: caches answer.
    CHECK(gb_per_s("coalesced", n, {1, 1, 1}) > 5 * device::h200::dram_gb_per_s);
    // HBM could deliver in that time what tiles ask for, so they no longer wait for memory's
    // bandwidth.
    CHECK(gb_per_s("shared tile", n, {32, 32, 32}) < device::h200::dram_gb_per_s);
    CHECK(gb_per_s("register tile", n, {128, 128, 8}) < device::h200::dram_gb_per_s);
    CHECK(gb_per_s("cp.async pipeline", n, {128, 128, 16}) < device::h200::dram_gb_per_s);
  }
}

}  // TESTS_OF(data::gemm)
