// The law is in laws_one.cpp. This file compares with what CuTe prints if that is right.
#include "core/layout/complement.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::complement) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;

TEST_CASE("complement: as CuTe prints it") {
  const struct {
    const char* a;
    int cotarget;
    const char* out;
  } cases[] = {{"4:1", 24, "6:4"},         {"6:4", 24, "4:1"},
               {"(4,6):(1,4)", 24, "1:0"}, {"4:2", 24, "(2,3):(1,8)"},
               {"(2,4):(1,6)", 24, "3:2"}, {"(2,2):(1,6)", 24, "(3,2):(2,12)"},
               {"4:0", 5, "5:1"},          {"5:3", 45, "(3,3):(1,15)"},
               {"4:1", 10, "3:4"},         {"1:7", 3, "3:1"}};
  for (const auto& each : cases) CHECK(show(complement(read(each.a), each.cotarget)) == each.out);
  CHECK(show(complement(read("4:2"))) == "2:1");
}

TEST_CASE("complement: modes that overlap, or leave room for no whole number") {
  CHECK(show(complement(read("(4,6):(1,6)"), 36)) ==
        "complement: mode 6:6 has stride 6, expected a multiple of 4, where mode 4:1 ends");
  CHECK(show(complement(read("3:3002399751580331"))) ==
        "complement: mode 3:3002399751580331 ends beyond 2^53");
  CHECK(show(complement(read("(4,4):(1,2)"), 36)) ==
        "complement: mode 4:2 has stride 2, expected a multiple of 4, where mode 4:1 ends");
  CHECK(show(complement(read("(2,2):(1,1)"), 36)) ==
        "complement: mode 2:1 has stride 1, expected a multiple of 2, where mode 2:1 ends");
  CHECK(show(complement(read("4:-1"), 36)) ==
        "complement: mode 4:-1 has stride -1, expected 0 or more");
  CHECK(show(complement(read("4:1"), 0)) == "cotarget 0: expected 1 to 2^53");
}

}  // TESTS_OF(core::layout::complement)
