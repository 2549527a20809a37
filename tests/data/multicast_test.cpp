// Clusters' loads against an H200's counters: what blocks ask L2 for, what arrives, what L2 reads.
#include "core/gemm/multicast.hpp"

#include <algorithm>
#include <string>

#include "core/gemm/measured_climb.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::multicast) {

using namespace loom;
using namespace loom::gemm;
using loom::test::Json;

namespace {

struct Case {
  Product product;
  Tile tile;
  Cluster cluster;
  std::string way;
};

ClusterLoads loads_of(const Case& of) {
  const auto found = cluster_loads(of.product, of.tile, of.cluster, of.way != "alone");
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("multicast: requests, arrivals and what neighbors send are exactly these") {
  const Json recorded = test::recorded("h200/multicast.json");
  const int n = recorded["n"], k = recorded["k"];
  const Json& tile = recorded["tile"];
  CHECK(recorded["loads"].size() == 13 * 3);
  for (const Json& row : recorded["loads"]) {
    CAPTURE(row.dump());
    const Case of{{.m = n, .n = n, .k = k, .element_bytes = 2},
                  {tile[0], tile[1], tile[2]},
                  {row["down"], row["across"]},
                  row["way"]};
    const ClusterLoads loads = loads_of(of);
    constexpr int line = 128, sector = 32;
    CHECK(row["blocks"] == loads.blocks);
    CHECK(row["requests"] == loads.asked / line);
    CHECK(row["sm_bytes"] == loads.arriving);
    // Blocks that read their neighbors' parts receive bytes that they did not ask for.
    const Sharing way = of.way == "alone"       ? Sharing::alone
                        : of.way == "multicast" ? Sharing::multicast
                                                : Sharing::neighbors;
    CHECK(row["neighbor_bytes"] == loads.between_sms(way));
    // Multicast delivers bytes to blocks that did not ask for them.
    const double delivered = row["multicast_sectors"].get<double>() * sector,
                 spared = static_cast<double>(loads.from_others());
    if (of.way == "multicast")
      CHECK(std::abs(delivered - spared) < 1e-4 * static_cast<double>(loads.arriving));
    else
      CHECK(delivered == 0);
    // L2's own merging only happens without multicast. L2 looks up the remaining requests, some of
    // them more than once.
    const double merged = row["merged_sectors"].get<double>() * sector;
    if (of.way == "multicast") CHECK(merged == 0);
    const double left = static_cast<double>(loads.asked) - merged,
                 read = row["l2_sectors"].get<double>() * sector;
    CHECK(read > left);
    CHECK(read < 1.12 * left);
  }
}

TEST_CASE("multicast: no cluster loads its tiles faster with it than without") {
  const Json recorded = test::recorded("h200/multicast.json");
  for (const Json& with : recorded["loads"])
    for (const Json& without : recorded["loads"])
      if (with["way"] == "multicast" && without["way"] == "alone" &&
          with["down"] == without["down"] && with["across"] == without["across"]) {
        CAPTURE(with.dump());
        CHECK(with["ms"].get<double>() >= without["ms"].get<double>());
      }
}

TEST_CASE("multicast: the climb's clusters ask for two thirds") {
  const auto counters = [](const char* name) {
    for (const auto& rung : h200::climb::rungs)
      if (rung.n == 8192 && rung.name == std::string(name) && !rung.zeros) return rung.counters;
    FAIL("no such rung");
    return h200::climb::Counters{};
  };
  const Product product{.m = 8192, .n = 8192, .k = 8192, .element_bytes = 2};
  const Tile tile{128, 256, 64};
  const auto alone = cluster_loads(product, tile, {2, 1}, false),
             shared = cluster_loads(product, tile, {2, 1}, true);
  CHECK(3 * shared->asked == 2 * alone->asked);
  CHECK(counters("warp specialized").sm_bytes == alone->arriving);
  CHECK(counters("clusters").sm_bytes == shared->arriving);
  CHECK(static_cast<double>(counters("clusters").l2_bytes()) ==
        doctest::Approx(static_cast<double>(shared->asked)).epsilon(0.04));
  CHECK(counters("warp specialized").l2_bytes() < alone->arriving * 9 / 10);
}

TEST_CASE("multicast: blocks on the chip at the same time") {
  const Json recorded = test::recorded("h200/multicast.json");
  for (const Json& row : recorded["clusters"])
    CHECK(measured_resident_blocks(row["blocks"]) == row["resident"].get<int>());
  CHECK(measured_resident_blocks(3) == 0);
}

}  // TESTS_OF(data::multicast)
