// The climb with Hopper's asynchronous units, as an H200 measured it: is it consistent, and does it
// reach what the pages claim?
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/gemm/measured_climb.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::gemm_climb_hopper) {

using namespace loom;
using loom::test::Json;

namespace {

const Json& climb() {
  static const Json all = test::recorded("h200/gemm_climb_hopper.json");
  return all;
}

double median(const Json& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

double tflops(const Json& row) {
  const double n = row["n"];
  return 2 * n * n * n / median(row["ms"]) * 1e-9;
}

const Json& recorded_rung(const std::string& name, const std::string& type, int n,
                          const std::string& inputs = "normal") {
  for (const Json& row : climb()["rungs"])
    if (row["rung"] == name && row["type"] == type && row["n"] == n && row["inputs"] == inputs)
      return row;
  FAIL("no rung " << name);
  return climb();
}

double share(const std::string& name, const std::string& type, int n,
             const std::string& library = "library", const std::string& inputs = "normal") {
  return tflops(recorded_rung(name, type, n, inputs)) /
         tflops(recorded_rung(library, type, n, inputs));
}

}  // namespace

TEST_CASE(
    "climb: every rung was checked, measured in rounds, and stays below the tensor cores' rate") {
  CHECK(climb()["rungs"].size() == 26);
  for (const char* list : {"rungs", "bands"})
    for (const Json& row : climb()[list]) {
      CAPTURE(row.dump());
      const bool fast = row["rung"] == "library, fast sums", zeros = row["inputs"] == "zeros";
      if (zeros) {
        CHECK(row["error"] == 0);
      } else {
        CHECK(row["error"].get<double>() > 0);
        CHECK(row["error"].get<double>() < (fast ? 4e-3 : 1.7e-3));  // of rounding to BF16
        CHECK(row["greatest_error"].get<double>() < 0.05);
      }
      const size_t rounds = std::string(list) == "rungs" ? 5 : 3;
      CHECK(row["ms"].size() == rounds);
      const double clock = median(row["clock_mhz"]);
      const double per_clock = row["type"] == "fp8" ? 8192 : 4096;  // FLOP of a multiprocessor
      const double rate = climb()["multiprocessors"].get<double>() * per_clock * clock * 1e-6;
      CHECK(tflops(row) < rate);
      // If the pipe's cycles were counted, they and the clock give the speed.
      if (row.contains("tensor_percent"))
        CHECK(tflops(row) / rate * 100 ==
              doctest::Approx(row["tensor_percent"].get<double>()).epsilon(0.035));
      // Rounds agree.
      std::vector<double> ms = row["ms"];
      CHECK(*std::max_element(ms.begin(), ms.end()) <
            1.08 * *std::min_element(ms.begin(), ms.end()));
    }
}

TEST_CASE("climb: every rung is shown beside the library on the same numbers") {
  const Json& rows = climb()["rungs"];
  REQUIRE(rows.size() == std::size(gemm::h200::climb::rungs));
  for (size_t i = 0; i < rows.size(); ++i) {
    const Json& row = rows[i];
    CAPTURE(row.dump());
    const bool scaled = row["rung"] == "fine-grained scales" || row["rung"] == "library, scaled";
    const auto& library = gemm::h200::climb::library(gemm::h200::climb::rungs[i]);
    CHECK(tflops(recorded_rung(scaled ? "library, scaled" : "library", row["type"], row["n"],
                               row["inputs"])) == doctest::Approx(library.tflops()));
  }
}

TEST_CASE("climb: the last BF16 rung is close to cuBLASLt") {
  CHECK(share("persistent clusters", "bf16", 8192) > 0.97);
  CHECK(share("persistent clusters", "bf16", 4096) > 0.97);
  CHECK(share("persistent clusters", "bf16", 8192, "library", "zeros") > 1);
  CHECK(share("fine-grained scales", "fp8", 8192, "library, scaled") > 0.94);
  CHECK(share("fine-grained scales", "fp8", 4096, "library, scaled") > 0.96);
}

TEST_CASE("climb: what each rung adds") {
  for (const int n : {4096, 8192}) {
    CAPTURE(n);
    const auto of = [&](const char* name) { return tflops(recorded_rung(name, "bf16", n)); };
    CHECK(of("TMA") > 1.15 * of("tensor cores"));
    // That is most of the climb.
    CHECK(of("TMA") - of("tensor cores") > (of("persistent clusters") - of("tensor cores")) / 2);
    // Roles and clusters alone add nothing…
    CHECK(std::abs(of("warp specialized") / of("TMA") - 1) < 0.02);
    CHECK(std::abs(of("clusters") / of("warp specialized") - 1) < 0.02);
    // …but make the persistent form possible, and in it clusters add a little.
    CHECK(of("persistent") > 1.05 * of("warp specialized"));
    CHECK(of("persistent clusters") > of("persistent"));
  }
  const auto counter = [](const char* name, const char* which) {
    return recorded_rung(name, "bf16", 8192)[which].get<double>();
  };
  CHECK(counter("tensor cores", "tensor_percent") < 71);
  CHECK(counter("TMA", "tensor_percent") > 88);
  CHECK(counter("persistent", "tensor_percent") > 93.5);
  // One read of L2 for two multiprocessors: the same bytes arrive, fewer are read.
  CHECK(counter("persistent clusters", "l2_reads") < 0.85 * counter("persistent", "l2_reads"));
  CHECK(counter("persistent clusters", "sm_bytes") == counter("persistent", "sm_bytes"));
}

TEST_CASE("climb: power is in the way") {
  const Json &normal = recorded_rung("persistent clusters", "bf16", 8192),
             &zeros = recorded_rung("persistent clusters", "bf16", 8192, "zeros");
  CHECK(median(normal["watts"]) > 0.97 * climb()["power_limit"].get<double>());
  CHECK(median(normal["capped"]) == 1);
  // On zeros the same kernel needs less than two thirds of the power, and runs a quarter faster.
  CHECK(median(zeros["watts"]) < 0.66 * median(normal["watts"]));
  CHECK(tflops(zeros) > 1.24 * tflops(normal));
  CHECK(median(zeros["clock_mhz"]) > 1.24 * median(normal["clock_mhz"]));
}

TEST_CASE("climb: bands of tiles keep L2's reads of memory down") {
  double least = 1e18, most = 0, best = 0, worst = 1e18;
  for (const Json& row : climb()["bands"]) {
    if (row["n"] != 8192) continue;
    const double bytes = row["hbm_bytes"], speed = tflops(row);
    least = std::min(least, bytes), most = std::max(most, bytes);
    best = std::max(best, speed), worst = std::min(worst, speed);
    if (row["rung"] == "band 16") CHECK(bytes == least);
  }
  CHECK(most > 2 * least);
  CHECK(best > 1.02 * worst);
}

}  // TESTS_OF(data::gemm_climb_hopper)
