// The laws are in laws_one.cpp. This file compares with what NVIDIA's CuTe prints.
#include "core/layout/coalesce.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::coalesce) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::show;

TEST_CASE("coalesce: as CuTe prints it") {
  const char* const cases[][2] = {{"(2,(1,6)):(1,(6,2))", "12:1"},
                                  {"(2,4,6):(1,6,2)", "(2,4,6):(1,6,2)"},
                                  {"(2,1,6):(4,7,8)", "12:4"},
                                  {"((4,2),(3,5)):((1,4),(8,24))", "120:1"},
                                  {"(2,2,2,2):(8,4,2,1)", "(2,2,2,2):(8,4,2,1)"},
                                  {"(4,1,8):(1,0,4)", "32:1"},
                                  {"(4,8):(0,1)", "(4,8):(0,1)"},
                                  {"(4,8):(0,0)", "32:0"},
                                  {"(1,1):(7,9)", "1:0"},
                                  {"1:5", "1:0"},
                                  {"(8):(1)", "8:1"}};
  for (const auto& [in, out] : cases) CHECK(show(coalesce(read(in))) == out);
}

TEST_CASE("coalesce: by mode") {
  const Layout a = read("(2,(1,6)):(1,(6,2))");
  CHECK(show(coalesce(a, *parse_int_tuple("(1,1)"))) == "(2,6):(1,2)");
  CHECK(show(coalesce(a, *parse_int_tuple("1"))) == "12:1");
  CHECK(show(coalesce(a, *parse_int_tuple("(1,(1,1))"))) == "(2,(1,6)):(1,(0,2))");
  CHECK(show(coalesce(read("((2,2),(2,2)):((1,2),(4,8))"), *parse_int_tuple("(1)"))) ==
        "(4,(2,2)):(1,(4,8))");
  CHECK(show(coalesce(a, *parse_int_tuple("(1,1,1)"))) ==
        "profile (1,1,1) of 3 modes: expected at most 2, as many as (2,(1,6)):(1,(6,2)) has");
}

TEST_CASE("filter: without strides of 0") {
  CHECK(show(filter(read("(4,8):(0,1)"))) == "8:1");
  CHECK(show(filter(read("(2,3,2):(1,0,2)"))) == "4:1");
  CHECK(show(filter(read("(4,8):(0,0)"))) == "1:0");
}

}  // TESTS_OF(core::layout::coalesce)
