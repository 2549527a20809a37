#include "web/scene/predict.hpp"

#include <limits>

#include "tests/doctest.hpp"

TESTS_OF(web::scene::predict) {

using namespace loom::scene;

TEST_CASE("an answer says how near the guess was, then the number") {
  const Metric useful{"useful", "Useful slots", 79.96, 1, "%"};
  CHECK(reveal(useful) == "Useful slots: 80.0%.");
  CHECK(answer(useful, 80) == "Exactly right. Useful slots: 80.0%.");
  CHECK(answer(useful, 75) == "Close: within 10%. Useful slots: 80.0%.");
  CHECK(answer(useful, 20) == "Too low. Useful slots: 80.0%.");
  CHECK(answer(useful, 100) == "Too high. Useful slots: 80.0%.");
  CHECK(answer(useful, std::numeric_limits<double>::quiet_NaN()) == "Type a number first.");
  CHECK(reveal({"bytes", "Bytes fetched", 128, 0, "B"}) == "Bytes fetched: 128 B.");
  CHECK(reveal({"bytes", "Bytes fetched", 65536, 0, "B"}) == "Bytes fetched: 65,536 B.");
}

}  // TESTS_OF(web::scene::predict)
