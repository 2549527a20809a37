// The laws are in laws_divide.cpp. This file compares with what CuTe prints.
#include "core/layout/divide.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::divide) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;
using test::tiler;

TEST_CASE("divide: as CuTe prints it") {
  CHECK(show(logical_divide(read("(4,2,3):(2,1,8)"), tiler("4:2"))) ==
        "((2,2),(2,3)):((4,1),(2,8))");
  CHECK(show(tiled_divide(read("(4,2,3):(2,1,8)"), tiler("4:2"))) == "((2,2),2,3):((4,1),2,8)");
  const Layout a = read("(9,(4,8)):(59,(13,1))");
  const Tiler tiles = tiler("(3:3, (2,4):(1,8))");
  CHECK(show(logical_divide(a, tiles)) == "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  CHECK(show(zipped_divide(a, tiles)) == "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  CHECK(show(tiled_divide(a, tiles)) == "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))");
  CHECK(show(flat_divide(a, tiles)) == "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))");
}

TEST_CASE("divide: a tile that does not divide reaches beyond") {
  CHECK(show(logical_divide(read("10:1"), tiler("4:1"))) == "(4,3):(1,4)");
}

TEST_CASE("divide: fewer tilers leave modes as they are, more are refused") {
  const Layout a = read("(8,8,3):(1,8,64)");
  CHECK(show(logical_divide(a, tiler("<4:1>"))) == "((4,2),8,3):((1,4),8,64)");
  CHECK(show(zipped_divide(a, tiler("<4:1>"))) == "((4),(2,8,3)):((1),(4,8,64))");
  for (auto* divide : {logical_divide, zipped_divide, tiled_divide, flat_divide})
    CHECK(show(divide(a, tiler("<2:1, 2:1, 3:1, 1:1>"))) ==
          "divide: a tiler of 4 modes for a = (8,8,3):(1,8,64), expected at most 3");
}

TEST_CASE("divide: says in which mode it fails") {
  CHECK(show(logical_divide(read("(8,(4,2)):(1,(8,64))"), tiler("<4:1, 3:1>"))) ==
        "mode 1: compose: mode 1 of b = 3:3: the stride 3 meets the shape 4 of mode 0 of a = "
        "(4,2):(8,64) (coalesced), expected one to divide the other");
  CHECK(show(flat_divide(read("(8,8):(1,8)"), tiler("<4:1, (2,2):(1,3)>"))) ==
        "mode 1: complement: mode 2:3 has stride 3, expected a multiple of 2, where mode 2:1 "
        "ends");
}

}  // TESTS_OF(core::layout::divide)
