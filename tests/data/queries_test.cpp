// The query of a link, as scenes read it: queries.json has the cases.
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"
#include "web/scene/parameter.hpp"

TESTS_OF(data::queries) {

TEST_CASE("queries are decoded as written down, or refused") {
  for (const loom::test::Json& row : loom::test::answered("queries.json")) {
    const auto query = row["query"].get<std::string>();
    CAPTURE(query);
    const auto read = loom::scene::parse_query(query);
    const loom::test::Json& fields = row["fields"];
    REQUIRE(static_cast<bool>(read) == !fields.is_null());
    if (!read) continue;
    loom::test::Json found = loom::test::Json::array();
    for (const loom::scene::Field& field : *read) found.push_back({field.key, field.text});
    CHECK(found == fields);
  }
}

}  // TESTS_OF(data::queries)
