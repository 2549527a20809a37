#include "core/nearest.hpp"

#include <array>

#include "tests/doctest.hpp"

TESTS_OF(core::nearest) {

using namespace loom;

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

TEST_CASE("nothing is near a name that nobody would have typed, and that is known at once") {
  const std::string name(longest_slip, 'a'), longer(longest_slip + 1, 'a'), huge(10'000'000, 'a');
  const std::array<std::string_view, 3> names = {huge, longer, name};
  CHECK(nearest(name, names) == name);
  CHECK(nearest(longer, names) == "");
  CHECK(nearest(huge, names) == "");  // their table would have 10^14 entries
}

}  // TESTS_OF(core::nearest)
