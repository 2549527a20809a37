// The laws are in laws_recast.cpp.
#include "core/layout/recast.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::recast) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;

TEST_CASE("recast: as CuTe prints it") {
  CHECK(show(upcast(read("(8,4):(1,8)"), 4)) == "(2,4):(1,2)");
  CHECK(show(downcast(read("(8,4):(1,8)"), 2)) == "(16,4):(1,16)");
  CHECK(show(recast(read("(64,8):(1,64)"), 16, 128)) == "(8,8):(1,8)");
  CHECK(show(recast(read("(8,8):(1,8)"), 128, 16)) == "(64,8):(1,64)");
}

TEST_CASE("recast: refused where elements are not whole") {
  CHECK(show(upcast(read("(8,4):(3,24)"), 2)) ==
        "upcast: mode 8:3 has stride 3, expected a multiple of 2 or a divisor of it");
  CHECK(show(upcast(read("6:1"), 4)) ==
        "upcast: mode 6:1 has shape 6, expected a multiple of 4 or a divisor of it");
  CHECK(show(upcast(read("8:2"), 4)) ==
        "upcast: mode 2:2 inside an element has stride 2, expected 1");
  CHECK(show(upcast(read("2:1"), 4)) == "upcast: 2 of an element's 4 parts are there");
  CHECK(show(downcast(read("4:2"), 2)) ==
        "downcast: 4:2 has no mode of stride 1, where the 2 parts would be counted");
  CHECK(show(recast(read("4:1"), 6, 4)) ==
        "recast from 6 bits to 4: expected one to divide the other");
  CHECK(show(upcast(read("4:1"), 0)) == "factor 0: expected 1 to 2^53");
}

}  // TESTS_OF(core::layout::recast)
