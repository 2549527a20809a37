// Swizzles: where an H200's tensor copies put each 16 bytes of a tile.
#include "core/layout/swizzle.hpp"

#include <bit>

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::swizzle) {

using namespace loom;
using loom::test::Json;

TEST_CASE("a tensor copy with a swizzle of 32, 64 or 128 bytes is Sw<1,4,3>, <2,4,3>, <3,4,3>") {
  const Json recorded = test::recorded("h200/swizzle.json");
  int swizzled = 0;
  for (const Json& copy : recorded["copies"]) {
    CAPTURE(copy["swizzle"]);
    CAPTURE(copy["base"]);
    const unsigned bytes = copy["swizzle"];
    const int bits = bytes == 0 ? 0 : std::countr_zero(bytes / 16);
    const auto swizzle = layout::make_swizzle(bits, 4, 3);
    REQUIRE(swizzle);
    CHECK(copy["scattered"] == 0);
    // Of addresses in shared memory: the tile's beginning is added before the XOR.
    const std::int64_t base = copy["base"];
    std::int64_t at = base;
    for (const Json& chunk : copy["chunks"]) {
      CHECK(chunk == ((*swizzle)(at)-base) / 16);
      at += 16;
    }
    CHECK(at - base == 16 * copy["row"].get<std::int64_t>());
    swizzled += bits != 0;
  }
  CHECK(swizzled == 14);
}

}  // TESTS_OF(data::swizzle)
