// Expressions against a C preprocessor: expression/preprocessor.json.
#include "core/expression/expression.hpp"

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::expression) {

TEST_CASE("expressions have the values that a C preprocessor gives them, or none as there") {
  const loom::test::Json data = loom::test::answered("expression/preprocessor.json");
  const loom::test::Json& threads = data["threads"];
  int values = 0, none = 0;
  for (const loom::test::Json& row : data["rows"]) {
    const auto text = row[0].get<std::string>();
    const auto parsed = loom::expression::parse(text);
    REQUIRE_MESSAGE(parsed, text);
    for (size_t i = 0; i < threads.size(); ++i) {
      const auto found = parsed->at({threads[i]["lane"], threads[i]["warp"]});
      const loom::test::Json& value = row[i + 1];
      const std::string expected = value.is_null() ? "none" : value.get<std::string>();
      CHECK_MESSAGE((found ? std::to_string(*found) : "none") == expected, text);
      ++(value.is_null() ? none : values);
    }
  }
  CHECK(values > 3000);
  CHECK(none > 100);
}

}  // TESTS_OF(data::expression)
