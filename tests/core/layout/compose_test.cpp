// The laws are in laws_compose.cpp. This file compares with what CuTe prints if that is right; if
// it is wrong, it checks the reason why there is no result.
#include "core/layout/compose.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::compose) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;

namespace {

std::string composed(const std::string& a, const std::string& b) {
  return show(compose(read(a), test::tiler(b)));
}

}  // namespace

TEST_CASE("compose: as CuTe prints it") {
  const char* const cases[][3] = {
      {"(6,2):(8,2)", "(4,3):(3,1)", "((2,2),3):((24,2),8)"},
      {"20:2", "(5,4):(4,1)", "(5,4):(8,2)"},
      {"(10,2):(16,4)", "(5,4):(1,5)", "(5,(2,2)):(16,(80,4))"},
      {"(4,8):(8,1)", "32:1", "(4,8):(8,1)"},
      {"(3,6,2,8):(5,15,90,180)", "16:9", "16:45"},
      {"(3,6,2,8):(5,15,90,180)", "9:4", "9:20"},
      {"(12,(4,8)):(59,(13,1))", "<3:4, 8:2>", "(3,(2,4)):(236,(26,1))"},
      {"(4,8):(8,1)", "6:0", "6:0"},
      {"8:2", "4:-1", "4:-2"}};
  for (const auto& [a, b, out] : cases) CHECK(composed(a, b) == out);
}

TEST_CASE("compose: a tile of a swizzled layout keeps the swizzle and the offset") {
  const SwizzledLayout a = *parse_swizzled("Sw<2,0,2> o 4 o (4,4):(4,1)");
  const Result<SwizzledLayout> tile = compose(a, test::tiler("<2:1, 2:2>"));
  REQUIRE(tile);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) CHECK((*tile)(i + 2 * j) == a(i + 4 * (2 * j)));
  CHECK(compose(a, test::tiler("<2:1, 2:2, 2:1>")).error().message ==
        compose(a.layout, test::tiler("<2:1, 2:2, 2:1>")).error().message);
}

TEST_CASE("compose: exact where the usual conditions are too strict") {
  CHECK(composed("((8,2),4):((8,1),0)", "(5,1):(1,5)") == "(5,1):(8,0)");
  CHECK(composed("(6,2):(8,2)", "2:4") == "2:32");
}

TEST_CASE("compose: where CuTe gives a wrong layout, the condition and both numbers") {
  CHECK(composed("(4,8):(8,1)", "(2,3):(1,2)") ==
        "compose: mode 1 of b = 3:2: of the shape 3, 2 fit into the shape 4 of mode 0 of a = "
        "(4,8):(8,1) (coalesced), expected a divisor");
  CHECK(composed("(3,6):(6,0)", "4:1") ==
        "compose: b = 4:1: of the shape 4, 3 fit into the shape 3 of mode 0 of a = (3,6):(6,0) "
        "(coalesced), expected a divisor");
  CHECK(composed("(4,6):(24,2)", "4:3") ==
        "compose: b = 4:3: the stride 3 meets the shape 4 of mode 0 of a = (4,6):(24,2) "
        "(coalesced), expected one to divide the other");
  CHECK(composed("(4,4):(1,8)", "(3,2):(1,2)") ==
        "compose: the modes of b carry: together they reach 4 in the shape 4 of mode 0 of a = "
        "(4,4):(1,8) (coalesced), expected less");
  CHECK(composed("(2,8):(1,16)", "(2,2):(1,1)") ==
        "compose: the modes of b carry: together they reach 2 in the shape 2 of mode 0 of a = "
        "(2,8):(1,16) (coalesced), expected less");
  CHECK(composed("(4,8):(8,1)", "(2,2):(1,-1)") ==
        "compose: mode 1 of b = 2:-1 has stride -1, expected 0 or more: a = (4,8):(8,1) "
        "(coalesced) has no indices below 0");
}

TEST_CASE("compose: tilers have as many modes as the layout") {
  CHECK(composed("(4,8):(8,1)", "<2:1>") ==
        "compose: a tiler of 1 modes for a = (4,8):(8,1), expected 2");
  CHECK(composed("(4,8):(8,1)", "<2:1, 3:1>") == "(2,3):(8,1)");
  CHECK(composed("((4,2),8):((1,4),8)", "<<2:1, 2:1>, 4:2>") == "((2,2),4):((1,4),16)");
}

TEST_CASE("compose: large layouts are composed at once, and what is not found is said to be") {
  CHECK(composed("(1048576,1048576):(1048576,1)", "(1024,1048576):(1,1048576)") ==
        "(1024,1048576):(1048576,1)");
  CHECK(composed("(3,1048576):(1048576,1)", "100000:1") ==
        "compose: b = 100000:1: of the shape 100000, 3 fit into the shape 3 of mode 0 of a = "
        "(3,1048576):(1048576,1) (coalesced), expected a divisor; b's size 100000 is beyond the "
        "65536 at which another form would be looked for");
  CHECK(composed("2251799813685248:4", "2:4503599627370495") ==
        "2:18014398509481980: expected a stride of at most 2^53 in size");
}

}  // TESTS_OF(core::layout::compose)
