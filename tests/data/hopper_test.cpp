// What Hopper's own machines did on an H200, against closed forms: rings of buffers, and branches
// that lanes do not share.
#include <algorithm>
#include <cmath>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

using namespace loom;
using loom::test::Json;

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

TEST_CASE("divergence: one lane on the other side costs that whole side") {
  const Json recorded = test::recorded("h200/divergence.json");
  const int repeats = 20;
  for (const Json& row : recorded["cases"]) {
    CAPTURE(row.dump());
    const int then = row["then"], otherwise = row["otherwise"];
    const Json& cycles = row["cycles"];
    REQUIRE(cycles.size() == 33);
    // A dependent FFMA takes four cycles.
    CHECK(cycles[0].get<int>() - 4 * otherwise < 50);
    CHECK(cycles[32].get<int>() - 4 * then < 50);
    for (size_t taken = 1; taken < 32; ++taken) {
      const int beyond = cycles[taken].get<int>() - 4 * (then + otherwise);
      CHECK(beyond > 0);
      CHECK(beyond < 80);
    }
    // Both sides are issued, and every lane executes one of them.
    const Json& counted = row["counted_lanes"];
    const auto instructions = [&](size_t i) { return row["instructions"][i].get<int>(); };
    const auto of_lanes = [&](size_t i) { return row["lane_instructions"][i].get<int>(); };
    for (size_t i = 1; i + 1 < counted.size(); ++i) {
      CHECK(instructions(i) == instructions(1));
      CHECK(instructions(i) - instructions(0) >= repeats * then);
      CHECK(instructions(i) - instructions(0) <= repeats * (then + 2));
      const int taken = counted[i];
      const int change = repeats * taken * (then - otherwise);
      CHECK(std::abs(of_lanes(i) - of_lanes(0) - change) <= 32 * repeats * 3);
    }
  }
}
