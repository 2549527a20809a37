// What Hopper's own machines did on an H200, against closed forms: cycles of the warpgroup's
// instruction, and rings of buffers.
#include <algorithm>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

using namespace loom;
using loom::test::Json;

// 1024 multiply-adds of BF16 per cycle from registers; 128 bytes of shared memory per cycle.
TEST_CASE("wgmma: N/2 cycles, unless shared memory has to deliver too much") {
  const Json recorded = test::recorded("h200/wgmma.json");
  CHECK(recorded["cases"].size() == 56);
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const double n = row["n"], math = n / 2;
    // 64 rows of A and N columns of B, 32 bytes each.
    const double shared = (64 * 32 + n * 32) / 128;
    const double least = row["a"] == "shared" ? shared : 13;
    CHECK(row["cycles"].get<double>() == std::max(math, least));
    CHECK(row["cycles_of_two"].get<double>() ==
          doctest::Approx(std::max(math, least)).epsilon(0.02));
  }
}

TEST_CASE("ring: the pace is the slower side's, or a whole turn over the buffers") {
  const Json recorded = test::recorded("h200/ring.json");
  const Json& cases = recorded["cases"];
  CHECK(cases.size() == 64);
  const auto pace = [&](const Json& bytes, int produce, int consume, size_t buffers) {
    for (const Json& row : cases)
      if (row["bytes"] == bytes && row["produce"] == produce && row["consume"] == consume)
        return row["pace"][buffers - 1].get<double>();
    FAIL("no such case");
    return 0.;
  };
  for (const Json& row : cases) {
    CAPTURE(row.dump());
    const double producer = pace(row["bytes"], row["produce"], 0, 8);
    const double consumer = pace(row["bytes"], 0, row["consume"], 8);
    const double turn = row["pace"][0];
    for (size_t buffers = 2; buffers <= 8; ++buffers) {
      const double expected = std::max({producer, consumer, turn / static_cast<double>(buffers)});
      CHECK(row["pace"][buffers - 1].get<double>() == doctest::Approx(expected).epsilon(0.09));
      if (buffers > 2)
        CHECK(row["pace"][buffers - 1].get<double>() == doctest::Approx(expected).epsilon(0.005));
    }
    // With one buffer the sides wait for each other: their costs add up.
    CHECK(turn ==
          doctest::Approx(pace(row["bytes"], row["produce"], 0, 1) +
                          pace(row["bytes"], 0, row["consume"], 1) - pace(row["bytes"], 0, 0, 1))
              .epsilon(0.002));
  }
}
