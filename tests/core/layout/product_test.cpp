// The laws are in laws_divide.cpp. This file compares with what CuTe prints.
#include "core/layout/product.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::product) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;

TEST_CASE("product: as CuTe prints it") {
  CHECK(show(logical_product(read("(2,2):(4,1)"), read("6:1"))) == "((2,2),(2,3)):((4,1),(2,8))");
  CHECK(show(logical_product(read("(2,2):(4,1)"), read("(4,2):(2,1)"))) ==
        "((2,2),(4,2)):((4,1),(8,2))");
  const Layout a = read("(2,5):(5,1)"), b = read("(3,4):(1,3)");
  CHECK(show(logical_product(a, b)) == "((2,5),(3,4)):((5,1),(10,30))");
  CHECK(show(blocked_product(a, b)) == "((2,3),(5,4)):((5,10),(1,30))");
  CHECK(show(raked_product(a, b)) == "((3,2),(4,5)):((10,5),(30,1))");
}

TEST_CASE("product: the shorter one is filled up with modes 1:0") {
  CHECK(show(blocked_product(read("4:1"), read("(2,3):(1,2)"))) == "((4,2),(1,3)):((1,4),(0,8))");
  CHECK(show(raked_product(read("(2,2):(1,2)"), read("3:1"))) == "((3,2),(1,2)):((4,1),(0,2))");
  CHECK(show(blocked_product(read("4:1"), read("2:1"))) == "((4,2)):((1,4))");
}

TEST_CASE("product: refused") {
  CHECK(show(logical_product(read("4:2"), read("3:1"))) ==
        "product, a's complement (2,2):(1,8) as a: compose: b = 3:1: of the shape 3, 2 fit into "
        "the shape 2 of mode 0 of a = (2,2):(1,8) (coalesced), expected a divisor");
  CHECK(show(logical_product(read("4:1"), read("3:-1"))) ==
        "product: b = 3:-1 has stride -1, expected 0 or more");
  CHECK(show(logical_product(read("(4,6):(1,6)"), read("3:1"))) ==
        "complement: mode 6:6 has stride 6, expected a multiple of 4, where mode 4:1 ends");
  CHECK(show(logical_product(read("1073741824:1"), read("1073741824:1"))) ==
        "product: size 1073741824 of a times cosize 1073741824 of b: expected at most 2^53");
}

}  // TESTS_OF(core::layout::product)
