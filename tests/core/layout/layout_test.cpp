// Layouts as functions; the laws are in laws_one.cpp.
#include "core/layout/layout.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::layout) {

using namespace loom;
using namespace loom::layout;
using test::read;

using Offsets = std::vector<std::int64_t>;

TEST_CASE("layout: the offsets of nested modes, leftmost fastest") {
  const Layout a = read("(4,(2,2)):(2,(1,8))");
  CHECK(rank(a) == 2);
  CHECK(depth(a) == 2);
  CHECK(size(a) == 16);
  CHECK(cosize(a) == 16);
  CHECK(offsets(a) == Offsets{0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15});
  CHECK(offsets(read("((2,2),4):((1,8),2)")) ==
        Offsets{0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15});
  CHECK(rank(read("8:1")) == 1);
  CHECK(depth(read("8:1")) == 0);
  CHECK(depth(read("(8):(1)")) == 1);
}

TEST_CASE("layout: every form of a coordinate") {
  const Layout a = read("(4,(2,2)):(2,(1,8))");
  for (const char* coordinate : {"13", "(1,3)", "(1,(1,1))"})
    CHECK(*offset_of(a, *parse_int_tuple(coordinate)) == 11);
  CHECK(to_text(coordinate_of(a, 13)) == "(1,(1,1))");
  CHECK(offset_of(a, *parse_int_tuple("(4,0)")).error().message ==
        "coordinate 4 in 4:2: expected 0 to 3");
  CHECK(offset_of(a, *parse_int_tuple("(0,0,0)")).error().message ==
        "coordinate (0,0,0) in (4,(2,2)):(2,(1,8)): expected 2 of them or one number");
}

TEST_CASE("layout: past its size it goes on along the last mode") {
  CHECK(read("(4,8):(8,1)")(32) == 8);
  CHECK(read("(4,1):(1,100)")(9) == 201);
  CHECK(read("4:3")(10) == 30);
}

TEST_CASE("layout: cosize counts a stride's size, and a stride of 0 once") {
  CHECK(cosize(read("(4,2):(2,-1)")) == 8);
  CHECK(cosize(read("(4,8):(0,0)")) == 1);
  CHECK(cosize(read("(3,5):(7,0)")) == 15);
}

TEST_CASE("layout: what is no layout") {
  CHECK(make(*parse_int_tuple("(4,8)"), *parse_int_tuple("(1,(2,3))")).error().message ==
        "shape 8 and stride (2,3): expected the same nesting");
  CHECK(make(number(0), number(1)).error().message == "0:1: expected a shape of 1 or more");
  CHECK(make(number(-2), number(1)).error().message == "-2:1: expected a shape of 1 or more");
  CHECK(make(number(2), number(most_number)).error().message ==
        "2:9007199254740992: expected offsets below 2^53 in all");
  const std::int64_t big = 1 << 20;
  CHECK(compact(tuple(std::vector{number(big), number(big), number(big)})).error().message ==
        "1048576:1099511627776: expected a size of at most 2^53 in all");
  CHECK(compact(tuple(std::vector<IntTuple>(65, number(1)))).error().message ==
        "more than 64 modes, the most there are");
  IntTuple deep = number(2);
  for (int i = 0; i < 17; ++i) deep = tuple(std::vector{deep});
  CHECK(compact(deep).error().message == "a nesting deeper than 16, the most there is");
}

}  // TESTS_OF(core::layout::layout)
