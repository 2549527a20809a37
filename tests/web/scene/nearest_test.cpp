#include "web/scene/nearest.hpp"

#include <array>

#include "tests/doctest.hpp"

using namespace loom::scene;

TEST_CASE("nearest finds the likely slip and nothing else") {
  const std::array<std::string_view, 4> names = {"coalescing", "bank-conflicts", "occupancy",
                                                 "layout"};
  CHECK(nearest("coalesing", names) == "coalescing");
  CHECK(nearest("Bank-Conflict", names) == "bank-conflicts");
  CHECK(nearest("laoyut", names) == "layout");  // a swap counts once
  CHECK(nearest("softmax", names) == "");
  CHECK(nearest("", names) == "");
  CHECK(did_you_mean("ocupancy", names) == "; did you mean 'occupancy'?");
  CHECK(did_you_mean("zzz", names) == "");
}
