// Swizzles: where an H200's tensor copies put 16 bytes. The address in units of 16 bytes has its
// low bits XORed with those three places further up.
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

using namespace loom;
using loom::test::Json;

TEST_CASE(
    "tensor copies: the low bits of an address, XORed with the bits of the row of 128 bytes") {
  const Json recorded = test::recorded("h200/swizzle.json");
  int swizzled = 0;
  for (const Json& copy : recorded["copies"]) {
    CAPTURE(copy["swizzle"]);
    CAPTURE(copy["base"]);
    const int bytes = copy["swizzle"], base = copy["base"].get<int>() / 16;
    const int mask = bytes == 0 ? 0 : bytes / 16 - 1;
    CHECK(copy["scattered"] == 0);
    int at = base;
    for (const Json& chunk : copy["chunks"]) {
      CHECK(chunk == (at ^ (at >> 3 & mask)) - base);
      ++at;
    }
    CHECK(at - base == copy["row"].get<int>());  // 16 rows
    swizzled += mask != 0;
  }
  CHECK(swizzled == 14);
}
