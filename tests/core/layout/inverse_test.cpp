// The laws are in laws_one.cpp. This file compares with what CuTe prints if that is right.
#include "core/layout/inverse.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::inverse) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;

TEST_CASE("inverses: as CuTe prints them") {
  const char* const cases[][3] = {
      {"(8,4):(4,1)", "(4,8):(8,1)", "(4,8):(8,1)"},
      {"((4,8),(2,2)):((32,1),(16,8))", "(8,2,2,4):(4,64,32,1)", "(8,2,2,4):(4,64,32,1)"},
      {"4:2", "1:0", "(2,4):(0,1)"},
      {"(4,2):(1,16)", "4:1", "(16,2):(1,4)"},
      {"(16,4):(1,20)", "16:1", "(20,4):(1,16)"},
      {"1:0", "1:0", "1:0"}};
  for (const auto& [a, right, left] : cases) {
    CHECK(show(right_inverse(read(a))) == right);
    CHECK(show(left_inverse(read(a))) == left);
  }
  CHECK(show(right_inverse(read("(2,4):(0,1)"))) == "4:2");
  CHECK(show(right_inverse(read("4:-1"))) == "1:0");
}

TEST_CASE("left inverse: refused") {
  const char* const cases[][2] = {
      {"(2,4):(0,1)",
       "left inverse: mode 2:0 has stride 0, expected 1 or more: all its indices have one offset"},
      {"4:-1", "left inverse: mode 4:-1 has stride -1, expected 1 or more"},
      {"(2,2):(2,3)",
       "left inverse: mode 2:3 has stride 3, expected a multiple of 2, the stride of mode 2:2"},
      {"(4,4):(1,2)",
       "left inverse: mode 4:2 has stride 2, expected 4 or more, where mode 4:1 ends"}};
  for (const auto& [a, message] : cases) CHECK(show(left_inverse(read(a))) == message);
}

}  // TESTS_OF(core::layout::inverse)
