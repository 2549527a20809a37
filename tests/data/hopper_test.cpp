// Rings of buffers on an H200, against closed forms.
#include <algorithm>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::hopper) {

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

}  // TESTS_OF(data::hopper)
