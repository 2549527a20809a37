// The laws are in laws_recast.cpp. This file compares with what CuTe gives.
#include "core/layout/swizzle.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::swizzle) {

using namespace loom;
using namespace loom::layout;
using test::show;

namespace {

std::string first(const Swizzle& swizzle, int count) {
  std::string out;
  for (int x = 0; x < count; ++x) out += std::to_string(swizzle(x)) + " ";
  return out;
}

}  // namespace

TEST_CASE("swizzle: as CuTe has it") {
  CHECK(first({2, 0, 2}, 16) == "0 1 2 3 5 4 7 6 10 11 8 9 15 14 13 12 ");
  CHECK(first({2, 0, 3}, 32) ==
        "0 1 2 3 4 5 6 7 9 8 11 10 13 12 15 14 18 19 16 17 22 23 20 21 27 26 25 24 31 30 29 28 ");
  CHECK(first({2, 0, -2}, 16) == "0 5 10 15 4 1 14 11 8 13 2 7 12 9 6 3 ");
  CHECK(first({0, 3, 0}, 4) == "0 1 2 3 ");
}

TEST_CASE("swizzle: chunk c of row r lies at c ^ r") {
  const SwizzledLayout tile = *parse_swizzled("Sw<3,3,3> o 0 o (8,64):(64,1)");
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c) CHECK(tile(r + 8 * (8 * c)) == 64 * r + 8 * (c ^ r));
  CHECK(cosize(tile) == 512);
}

TEST_CASE("swizzle: the offset is added before the XOR") {
  const SwizzledLayout moved = *make({2, 0, 2}, 4, mode(4, 1));
  CHECK(offsets(moved) == std::vector<std::int64_t>{5, 4, 7, 6});
}

TEST_CASE("swizzle: in bytes and in elements") {
  const Swizzle bytes{3, 4, 3};
  CHECK(show(recast(bytes, 1, 2)) == "Sw<3,3,3>");
  CHECK(show(recast(bytes, 1, 4)) == "Sw<3,2,3>");
  CHECK(show(recast({3, 1, 3}, 1, 4)) ==
        "Sw<3,1,3> in units of 4 instead of 1: M = -1, expected 0 or more");
  CHECK(show(recast(bytes, 1, 3)) == "unit 3: expected a power of two");
}

TEST_CASE("swizzle: refused") {
  CHECK(show(make_swizzle(-1, 0, 3)) == "Sw<-1,0,3>: B = -1, expected 0 or more");
  CHECK(show(make_swizzle(1, -1, 3)) == "Sw<1,-1,3>: M = -1, expected 0 or more");
  CHECK(show(make_swizzle(3, 3, -2)) == "Sw<3,3,-2>: |S| = 2, expected at least B = 3");
  CHECK(show(make_swizzle(1, 0, 1ll << 40)) ==
        "Sw<1,0,1099511627776>: 1099511627776, expected at most 53 in size");
  CHECK(show(make_swizzle(10, 30, 20)) == "Sw<10,30,20>: B + M + |S| = 60, expected at most 53");
}

}  // TESTS_OF(core::layout::swizzle)
