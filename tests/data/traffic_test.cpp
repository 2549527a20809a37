// Traffic of matrix products: the loads that an H200's counters saw in this project's kernels.
#include "core/gemm/traffic.hpp"

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::traffic) {

using namespace loom;
using loom::test::Json;

TEST_CASE("traffic: the loads of five kernels, counted on an H200, exactly") {
  const Json recorded = test::recorded("h200/traffic.json");
  int compared = 0;
  for (const Json& row : recorded["kernels"]) {
    CAPTURE(row.dump());
    const int n = row["n"];
    const Json& edges = row["tile"];
    const auto found = gemm::traffic({n, n, n}, {edges[0], edges[1], edges[2]});
    REQUIRE(found);
    CHECK(row["loads"] == found->loads());
    // Tiles are copied by whole rows: every byte of every sector is one that was asked for.
    if (found->shared_bytes > 0) CHECK(row["sectors"] == found->bytes / 32);
    // Caches serve what is asked for again: memory gives each matrix about once.
    const double both = 2.0 * n * n * 4;
    CHECK(row["hbm_bytes"] >= both);
    CHECK(row["hbm_bytes"] < 1.05 * both);
    ++compared;
  }
  CHECK(compared == 10);
}

// In the naive loop a warp's lanes read 32 rows of A (32 sectors) and one number of B (one sector)
// at each step; coalesced, one number of A and 32 neighbors of B (4 sectors).
TEST_CASE("traffic: sectors of the loops without tiles") {
  const Json recorded = test::recorded("h200/traffic.json");
  for (const Json& row : recorded["kernels"]) {
    const std::int64_t requests = row["requests"], sectors = row["sectors"];
    if (row["rung"] == "naive") CHECK(sectors == requests / 2 * 33);
    if (row["rung"] == "coalesced") CHECK(sectors == requests / 2 * 5);
  }
}

}  // TESTS_OF(data::traffic)
