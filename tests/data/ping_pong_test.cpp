// The schedules in a real product on an H200, and what the warps of the climb wait for.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::ping_pong) {

using namespace loom;
using loom::test::Json;

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

// What content/hopper.md says of them.
TEST_CASE("a real product: ping-pong is busiest at K = 512, and never the fastest") {
  const Json recorded = test::recorded("h200/ping_pong.json");
  std::map<std::pair<int, std::string>, Json> by;
  for (const Json& row : recorded["cases"]) {
    CHECK(row["error"] < 3e-3);
    by[{row["depth"], row["schedule"]}] = row;
  }
  CHECK(by.size() == 5 * 3);
  for (const Json& row : recorded["cases"]) {
    if (row["schedule"] != "ping-pong") continue;
    const int depth = row["depth"];
    CAPTURE(depth);
    const Json &loose = by.at({depth, "loose"}), &tight = by.at({depth, "cooperative"});
    CHECK(median(row["clock_mhz"]) < median(loose["clock_mhz"]));
    CHECK(median(loose["ms"]) < median(row["ms"]));
    CHECK(tight["tensor_percent"] < loose["tensor_percent"]);
    if (depth == 512) CHECK(row["tensor_percent"] > loose["tensor_percent"]);
  }
}

TEST_CASE("the climb: multiplying warps wait for products, hardly for bytes") {
  const Json recorded = test::recorded("h200/waits.json");
  CHECK(recorded["kernels"].size() == 2);
  for (const Json& row : recorded["kernels"]) {
    CAPTURE(row.dump());
    const double samples = row["samples"];
    CHECK(samples > 10'000);
    CHECK(row["for_products"].get<double>() > 0.45 * samples);
    CHECK(row["for_buffers"].get<double>() < 0.07 * samples);
  }
}

}  // TESTS_OF(data::ping_pong)
