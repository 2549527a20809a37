// A warp at a branch, as an H200 counted and timed it.
#include "core/sm/divergence.hpp"

#include <algorithm>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::divergence) {

using namespace loom;
using loom::test::Json;

namespace {

constexpr int repeats = 20;
// What the kernel executes beside its 20 branches: the loop around them, the clock, the ends.
constexpr int beside = 292;

sm::BranchOptions options(const Json& row, int lanes) {
  return {.then = row["then"], .otherwise = row["otherwise"], .taking = sm::first_lanes(lanes)};
}

}  // namespace

TEST_CASE("divergence: every count of an H200's counters, to the instruction") {
  const Json recorded = test::recorded("h200/divergence.json");
  int compared = 0;
  for (const Json& row : recorded["cases"])
    for (size_t i = 0; i < row["counted_lanes"].size(); ++i, ++compared) {
      CAPTURE(row.dump());
      CAPTURE(i);
      const auto run = sm::run_branch(options(row, row["counted_lanes"][i]));
      REQUIRE(run);
      CHECK(row["instructions"][i] == beside + repeats * run->warp_instructions);
      CHECK(row["lane_instructions"][i] == 32 * beside + repeats * run->lane_instructions);
    }
  CHECK(compared == 25);
}

TEST_CASE("divergence: cycles, but for the fetching of 8 KB of instructions") {
  const Json recorded = test::recorded("h200/divergence.json");
  int compared = 0, exact = 0;
  for (const Json& row : recorded["cases"]) {
    const bool large = row["then"].get<int>() + row["otherwise"].get<int>() == 512;
    for (int lanes = 0; lanes <= 32; ++lanes, ++compared) {
      CAPTURE(row.dump());
      CAPTURE(lanes);
      const auto computed = sm::branch_cycles(options(row, lanes));
      REQUIRE(computed);
      const int more = row["cycles"][static_cast<size_t>(lanes)].get<int>() - *computed;
      exact += more == 0;
      if (large && lanes > 0 && lanes < 32) {
        CHECK(more >= 0);
        CHECK(more <= 17);
      } else {
        CHECK(more == 0);
      }
    }
  }
  CHECK(compared == 165);
  CHECK(exact >= 165 - 31);
}

}  // TESTS_OF(data::divergence)
