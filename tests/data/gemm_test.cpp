// Matrix products: what scenes show is what an H200 measured.
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

TEST_CASE("gemm: the rungs are the recorded ones, all of them") {
  const Json recorded = test::recorded("h200/gemm.json");
  CHECK(recorded["peak_tflops"]["fp32"] == gemm::h200::fp32_peak_tflops);
  CHECK(recorded["peak_tflops"]["bf16"] == gemm::h200::bf16_peak_tflops);
  const Json& rows = recorded["rungs"];
  REQUIRE(rows.size() == 2 * gemm::h200::rung_count);
  for (size_t i = 0; i < rows.size(); ++i) {
    const gemm::h200::Rung& rung = gemm::h200::rungs[i % gemm::h200::rung_count];
    const size_t size = i / gemm::h200::rung_count;
    CAPTURE(rows[i].dump());
    CHECK(rows[i]["rung"] == rung.name);
    CHECK(rows[i]["type"] == (rung.bf16 ? "bf16" : "fp32"));
    CHECK(rows[i]["n"] == gemm::h200::rung_sizes[size]);
    CHECK(rows[i]["tflops"] == rung.tflops[size]);
    CHECK(rows[i]["error"] == (rung.bf16 ? gemm::h200::bf16_error : gemm::h200::fp32_errors[size]));
    // The rate is the one that the time gives, and no rung beats its type's peak.
    const double n = rows[i]["n"], ms = rows[i]["ms"];
    CHECK(rung.tflops[size] == doctest::Approx(2 * n * n * n / ms * 1e-9).epsilon(0.001));
    CHECK(rung.tflops[size] <
          (rung.bf16 ? gemm::h200::bf16_peak_tflops : gemm::h200::fp32_peak_tflops));
  }
}

// The file without comments and white space.
std::string source(const std::string& name, int* lines = nullptr) {
  std::ifstream file(std::string(LOOM_DATA_DIR) + "/../../tools/probes/" + name);
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
      // A line that begins further in goes on where the one before it ended.
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

TEST_CASE("gemm: the last kernel on Hopper is as long as the page says") {
  int kernel = 0, wrappers = 0;
  for (const char* file : {"gemm_specialized.cuh", "gemm_tma.cuh"}) (void)source(file, &kernel);
  for (const char* file : {"hopper.cuh", "wgmma.cuh"}) (void)source(file, &wrappers);
  CHECK(kernel == gemm::h200::climb::kernel_lines);
  CHECK(wrappers == gemm::h200::climb::wrapper_lines);
}

TEST_CASE("gemm: the reads are the recorded ones") {
  const Json recorded = test::recorded("h200/traffic.json");
  for (const gemm::h200::Reads& reads : gemm::h200::reads) {
    // Of the two kernels without tiles, and of the two with tiles of 128, the first to coalesce.
    const std::string rung = reads.tile == 1    ? "coalesced"
                             : reads.tile == 32 ? "shared tile"
                                                : "register tile";
    int found = 0;
    for (const Json& row : recorded["kernels"]) {
      if (row["rung"] != rung || row["n"] != reads.n) continue;
      ++found;
      CHECK(row["tile"][0] == reads.tile);
      CHECK(row["loads"] == reads.loads);
      CHECK(32 * row["l2_sectors"].get<std::int64_t>() == reads.l2_bytes);
      CHECK(row["hbm_bytes"] == reads.hbm_bytes);
    }
    CHECK(found == 1);
  }
}

// The model has no cache. Times say where that matters.
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
    // What tiles ask for, HBM could deliver in that time: they no longer wait for memory's
    // bandwidth.
    CHECK(gb_per_s("shared tile", n, {32, 32, 32}) < device::h200::dram_gb_per_s);
    CHECK(gb_per_s("register tile", n, {128, 128, 8}) < device::h200::dram_gb_per_s);
    CHECK(gb_per_s("cp.async pipeline", n, {128, 128, 16}) < device::h200::dram_gb_per_s);
  }
}

}  // TESTS_OF(data::gemm)
