#include "core/text/clipped.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::text::clipped) {

using loom::clipped;

TEST_CASE("clipped texts end with a whole character") {
  CHECK(clipped("short", 5) == "short");
  CHECK(clipped("longer", 5) == "longe…");
  CHECK(clipped("ééé", 3) == "é…");
  CHECK(clipped("\xF0\x9F\x99\x82", 3) == "…");
  CHECK(clipped("", 0) == "");
}

}  // TESTS_OF(core::text::clipped)
