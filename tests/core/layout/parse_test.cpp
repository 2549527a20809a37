// Every spelling, and errors that point at the character.
#include "core/layout/parse.hpp"

#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::parse) {

using namespace loom;
using namespace loom::layout;
using test::show;

namespace {

std::string parsed(const std::string& text) { return show(parse_layout(text)); }

}  // namespace

TEST_CASE("layout texts: C++, Python and paper") {
  for (const char* text :
       {"(4,8):(8,1)", "(_4,_8):(_8,_1)", " ( 4 , 8 ) : ( 8 , 1 ) ", "(4,8,):(8,1,)",
        "Layout<Shape<_4,_8>,Stride<_8,_1>>", "Layout<Shape<_4, _8>, Stride<_8, _1>>{}",
        "cute::Layout<cute::Shape<cute::Int<4>,C<8>>,cute::Stride<cute::_8,_1>>",
        "make_layout(make_shape(4,8), make_stride(8,1))",
        "make_layout(make_shape(Int<4>{}, _8{}), make_stride(_8{}, _1{}))",
        "make_layout((4, 8), stride=(8, 1))", "Layout((4,8),(8,1))",
        "Layout<Shape<_4,_8>,LayoutRight>", "make_layout(make_shape(4,8), GenRowMajor{})"})
    CHECK_MESSAGE(parsed(text) == "(4,8):(8,1)", text);
  for (const char* text : {"(4,8)", "Layout<Shape<_4,_8>>", "make_layout(make_shape(4,8))",
                           "Layout((4,8))", "Layout<Shape<_4,_8>,LayoutLeft>"})
    CHECK_MESSAGE(parsed(text) == "(4,8):(1,4)", text);
  CHECK(parsed("4:1") == "4:1");
  CHECK(parsed("_4:_0") == "4:0");
  CHECK(parsed("Layout<_4>") == "4:1");
  CHECK(parsed("(8):(1)") == "(8):(1)");
  CHECK(parsed("(8,):(1,)") == "(8):(1)");
  CHECK(parsed("(4,2):(2,-1)") == "(4,2):(2,-1)");
  CHECK(parsed("((2,(2,2)),8)") == "((2,(2,2)),8):((1,(2,4)),8)");
  CHECK(parsed("Layout<Shape<Shape<_2,_3>,_4>,LayoutRight>") == "((2,3),4):((12,4),1)");
}

TEST_CASE("layout texts: with a swizzle") {
  for (const char* text : {"Sw<3,3,3> o 0 o (8,64):(64,1)", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
                           "Swizzle<3,3,3>{} o 0 o (8,64):(64,1)", "S<3,3,3> ∘ 0 ∘ (8,64):(64,1)"})
    CHECK_MESSAGE(show(parse_swizzled(text)) == "Sw<3,3,3> o 0 o (8,64):(64,1)", text);
  CHECK(show(parse_swizzled("(8,64):(64,1)")) == "(8,64):(64,1)");
  CHECK(show(parse_swizzled("Sw<0,4,3> o 16 o 4:1")) == "Sw<0,4,3> o 16 o 4:1");
  CHECK(show(parse_swizzled("Sw<3,3,-3> o 0 o 4:1")) == "Sw<3,3,-3> o 0 o 4:1");
  CHECK(show(parse_swizzle("Sw<2,4,-3>")) == "Sw<2,4,-3>");
  CHECK(parsed("Sw<3,3,3> o 0 o 4:1") ==
        "character 1: expected a layout without a swizzle, got 'Sw'");
  CHECK(show(parse_swizzled("Sw<3,3,2> o 0 o 4:1")) ==
        "character 1: Sw<3,3,2>: |S| = 2, expected at least B = 3");
  CHECK(show(parse_swizzled("Sw<3,3,3> ∘ 0 ∘ x")) ==
        "character 17: expected a number or '(', got 'x'");
  CHECK(show(parse_swizzled("Sw<3,3,3> o 0 o 4:-1")) ==
        "character 1: offset 0 and 4:-1: expected 0 to 2^53 − 1 together, got -3");
}

TEST_CASE("layout texts: tilers") {
  const auto modes = [](const std::string& text) { return test::tiler(text).modes.size(); };
  CHECK(modes("4:1") == 0);
  CHECK(modes("(4,8)") == 0);
  CHECK(modes("(4,8):(8,1)") == 0);
  CHECK(modes("<3:4, 8:2>") == 2);
  CHECK(modes("(3:4, (2,4):(1,8))") == 2);
  CHECK(modes("<4, 8>") == 2);
  CHECK(test::tiler("(4:1, (2:1, 3:1))").modes[1].modes[1].layout == mode(3, 1));
  CHECK(parse_tiler("<3:4, 8:2").error().message ==
        "character 10: expected ',' or '>', got the end");
}

TEST_CASE("layout texts: what is wrong, and where") {
  const char* const wrong[][2] = {
      {"", "character 1: expected a number or '(', got the end"},
      {"()", "character 2: expected a number or '(', got ')'"},
      {"(4,8", "character 5: expected ',' or ')', got the end"},
      {"(4,,8)", "character 4: expected a number or '(', got ','"},
      {"(4 8):(8,1)", "character 4: expected ',' or ')', got '8'"},
      {"(4,8):", "character 7: expected a number or '(', got the end"},
      {"(4,8):(8,1))", "character 12: expected the end, got ')'"},
      {"(4,8):(8,1) x", "character 13: expected the end, got 'x'"},
      {"(4,8):(8,1,2)", "character 7: expected 2 strides, as the shape (4,8) has modes, got '('"},
      {"(4,8):8", "character 7: expected 2 strides, as the shape (4,8) has modes, got '8'"},
      {"(4,8):((1,2),3)",
       "character 8: expected one stride, as the shape has one number there, got '('"},
      {"(0,8):(8,1)", "character 2: expected a shape of 1 or more, got '0'"},
      {"(4,-8):(8,1)", "character 4: expected a shape of 1 or more, got '-'"},
      {"(4,8):(8,x)", "character 10: expected a number or '(', got 'x'"},
      {"(4,8):(8,1.5)", "character 11: expected ',' or ')', got '.'"},
      {"99999999999999999999:1",
       "character 1: expected a whole number of at most 9007199254740992 in size, got "
       "'9999999999999999'"},
      {"Layuot<Shape<_4>>", "character 1: expected a number or '(', got 'Layuot'"},
      {"Layout<Shape<_4,_8>,Stride<_8>>",
       "character 21: expected 2 strides, as the shape (4,8) has modes, got 'Stride'"},
      {"Layout<Shape<_4,_8>", "character 20: expected ',' or '>', got the end"},
      {"Int<4:1", "character 6: expected '>', got ':'"},
      {"_:1", "character 2: expected a whole number, got ':'"},
      {"(9007199254740992,2):(1,0)", "character 1: 2:0: expected a size of at most 2^53 in all"},
  };
  for (const auto& each : wrong) CHECK_MESSAGE(parsed(each[0]) == each[1], each[0]);
  CHECK(parsed(std::string(3000, '(')) == "character 2001: expected at most 2000 characters");
  CHECK(parsed(std::string(1999, '(')) ==
        "character 18: expected a nesting of at most 16, got '('");
  std::string many = "(1";
  for (int i = 0; i < 64; ++i) many += ",1";
  CHECK(parsed(many + ")") == "character 131: expected at most 64 modes, got ')'");
  // Two halves, each of which is small enough.
  many = "((1";
  for (int i = 0; i < 32; ++i) many += ",1";
  many += ")," + many.substr(1) + "))";
  CHECK(parse_int_tuple(many).error().message ==
        "character 1: expected at most 64 numbers, got '('");
}

}  // TESTS_OF(core::layout::parse)
