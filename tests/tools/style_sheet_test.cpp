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

TEST_CASE("style sheet: the builder measures text as tokens.css sets it") {
  CHECK(token("--line") > 1);
  CHECK(token("--text", "@media (min-width: 48rem)") > token("--text"));
  CHECK_THROWS_AS(token("--texts"), std::logic_error);
  CHECK(phone().rem == token("--text") * 16);
  CHECK(desk().column == token("--column") * desk().rem);
}

}  // TESTS_OF(tools::style_sheet)
