// What an H200 fetches and how long a warp waits, beyond what the simulators of memory say.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/memory/sectors.hpp"
#include "core/warp.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::memory_paths) {

using namespace loom;
using loom::test::Json;

// content/index.md explains with it what a copy by columns reads from HBM.
TEST_CASE("fetch granularity: L2 fetches the limit for a load, a sector for a part of it") {
  const Json recorded = test::recorded("h200/fetch_granularity.json");
  const double asked = recorded["asked"], found = recorded["found"];
  CHECK(recorded["cases"].size() == 4 * 3);
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const double limit = row["limit"] == 0 ? found : row["limit"].get<double>();
    CHECK(row["answered"] == limit);
    const bool loads = row["kernel"] != "store", stores = row["kernel"] != "load";
    const double fetched =
        (loads ? limit / memory::sector_bytes * asked : 0) + (stores ? asked : 0);
    CHECK(std::abs(row["hbm_read"].get<double>() - fetched) < 0.003 * fetched);
    CHECK(std::abs(row["hbm_write"].get<double>() - (stores ? asked : 0)) < 0.003 * asked);
  }
}

TEST_CASE("a warp's load: more lines take longer, wherever they are") {
  const Json recorded = test::recorded("h200/line_latency.json");
  std::map<std::string, double> before, one, most;
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const std::string way = row["tier"].get<std::string>() + " " + row["word"].get<std::string>();
    const double cycles = row["cycles"];
    CHECK(cycles > before[way]);
    before[way] = cycles;
    if (row["lines"] == 1) one[way] = cycles;
    if (row["lines"] == warp_lanes) most[way] = cycles;
  }
  CHECK(one.size() == 3 * 2);
  // One line's times are those of one lane (latency.json), but for the addition to each address.
  const Json latency = test::recorded("h200/latency.json");
  for (const char* tier : {"L1", "L2", "HBM"}) {
    double low = 1e9, high = 0;
    for (const Json& row : latency["tiers"])
      if (row["tier"] == tier) {
        low = std::min(low, row["cycles"].get<double>());
        high = std::max(high, row["cycles"].get<double>());
      }
    for (const char* word : {" own", " first"}) {
      const double cycles = one[std::string(tier) + word];
      CAPTURE(tier);
      CHECK(cycles > low);
      CHECK(cycles < high * 1.1 + 8);
    }
  }
  // In L1 the first words of all lines are in one bank: a pass of the data for each line.
  const double per_line = (most["L1 first"] - one["L1 first"]) / (warp_lanes - 1);
  CHECK(per_line > 2.0);
  CHECK(per_line < 2.6);
  CHECK(most["L1 own"] - one["L1 own"] < 12);
}

}  // TESTS_OF(data::memory_paths)
