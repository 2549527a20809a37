#include "tools/loom/site/render/style_sheet.hpp"

#include <stdexcept>

#include "tests/doctest.hpp"
#include "tools/loom/site/render/screens.hpp"

TESTS_OF(tools::style_sheet) {

using namespace loom::site;

TEST_CASE("style sheet: rules, and where they hold") {
  const auto rules = style_rules(
      "/* a { } */ @import \"b.css\";\n"
      ".a,\n.b { color: red; /* {;} */ }\n"
      "@media (min-width: 9rem) { .c { content: \"};\"; top: 0 } }\n"
      ".d > p {}\n.e { left: 1px");
  REQUIRE(rules.size() == 4);
  CHECK(rules[0].condition == "");
  CHECK(rules[0].selector == ".a,\n.b");
  CHECK(rules[0].text == ".a,\n.b { color: red; /* {;} */ }");
  CHECK(rules[1].condition == "@media (min-width: 9rem)");
  CHECK(rules[1].selector == ".c");
  CHECK(rules[2].selector == ".d > p");
  CHECK(rules[3].text == ".e { left: 1px");
  REQUIRE(declarations(rules[0]).size() == 1);
  CHECK(declarations(rules[0])[0].property == "color");
  CHECK(declarations(rules[0])[0].value == "red");
  REQUIRE(declarations(rules[1]).size() == 2);
  CHECK(declarations(rules[1])[0].value == "\"};\"");
  CHECK(declarations(rules[1])[1].value == "0");
  CHECK(declarations(rules[2]).empty());
  CHECK(style_rules("").empty());
  CHECK(style_rules("}").empty());
}

TEST_CASE("style sheet: strings and addresses hide what would end a rule") {
  const auto rules = style_rules(
      ".a { content: \"\\\"};\"; background: url(\"x;y}\"); top: calc((1px) * 2) }\n.b { left: 0 "
      "}");
  REQUIRE(rules.size() == 2);
  const auto all = declarations(rules[0]);
  REQUIRE(all.size() == 3);
  CHECK(all[0].value == "\"\\\"};\"");
  CHECK(all[1].value == "url(\"x;y}\")");
  CHECK(all[2].value == "calc((1px) * 2)");
}

TEST_CASE("style sheet: what would be read wrongly is refused") {
  CHECK_THROWS_WITH_AS(
      style_rules("@media print {\n  @supports (top: 0) { .a { top: 0 } }\n}"),
      "style sheet, line 2: expected no condition within another, got '@supports (top: 0) { .a { "
      "top: 0 } }'",
      std::logic_error);
  CHECK_THROWS_WITH_AS(style_rules(".a {\n  background: url(x;y) }"),
                       "style sheet, line 2: expected an address in quotes, got 'url(x;y) }'",
                       std::logic_error);
  CHECK_THROWS_WITH_AS(style_rules(".a { content: \"x }\n"),
                       "style sheet, line 1: expected a string that ends in its line, got '\"x }'",
                       std::logic_error);
  CHECK_THROWS_WITH_AS(style_rules("/* .a { }"),
                       "style sheet, line 1: expected the '*/' of a comment, got '/* .a { }'",
                       std::logic_error);
  CHECK_THROWS_WITH_AS(
      style_rules(".a\\{b { }"),
      "style sheet, line 1: expected no escape outside of a string, got '\\{b { }'",
      std::logic_error);
  const auto nested = style_rules(".a { top: 0; .b { left: 0 } }");
  REQUIRE(nested.size() == 1);
  CHECK_THROWS_WITH_AS(declarations(nested[0]),
                       "style sheet, line 1: expected no rule within another, got '.b { left: 0 }'",
                       std::logic_error);
}

TEST_CASE("style sheet: numbers have the unit that is asked for") {
  CHECK(number_in({"--a", "1.5rem"}, "rem") == 1.5f);
  CHECK(number_in({"--a", "2"}, "") == 2);
  CHECK_THROWS_WITH_AS(number_in({"--a", "1.5em"}, "rem"),
                       "style sheet: --a: expected a number in rem, got '1.5em'", std::logic_error);
  CHECK_THROWS_WITH_AS(number_in({"--a", "1.5em"}, ""),
                       "style sheet: --a: expected a number, got '1.5em'", std::logic_error);
  CHECK_THROWS_AS(number_in({"--a", "wide"}, ""), std::logic_error);
  CHECK_THROWS_AS(number_in({"--a", ""}, ""), std::logic_error);
}

TEST_CASE("style sheet: light-dark() has two plain colors") {
  CHECK_FALSE(light_dark({"--a", "#fff"}));
  CHECK(light_dark({"--a", "light-dark(#fff, black)"})->light == "#fff");
  CHECK(light_dark({"--a", "light-dark(#fff, black)"})->dark == "black");
  for (const char* value :
       {"light-dark(rgb(1, 2, 3), #000)", "light-dark(#fff, var(--b))", "light-dark(#fff,#000)",
        "1px solid light-dark(#fff, #000)", "light-dark(#fff, #000) 1px", "light-dark(#fff)",
        "light-dark(, #000)", "light-dark(#fff, #000, red)"}) {
    CAPTURE(value);
    CHECK_THROWS_AS(light_dark({"--a", value}), std::logic_error);
  }
}

TEST_CASE("style sheet: the builder measures text as tokens.css sets it") {
  CHECK(token("--line", "") > 1);
  CHECK(token("--text", "rem", "@media (min-width: 48rem)") > token("--text", "rem"));
  CHECK_THROWS_AS(token("--texts", "rem"), std::logic_error);
  CHECK(phone().rem == token("--text", "rem") * 16);
  CHECK(desk().column == token("--column", "rem") * desk().rem);
}

}  // TESTS_OF(tools::style_sheet)
