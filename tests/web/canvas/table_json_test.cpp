#include "web/canvas/table_json.hpp"

#include "tests/doctest.hpp"

using loom::canvas::json_string;
using loom::canvas::table_json;
using loom::scene::Table;

TEST_CASE("a table becomes JSON, cell for cell") {
  const Table table = {{{"Name", false}, {"Sum"}}, {{"FP8", "32.0"}, {"FP16", "63.9"}}};
  CHECK(
      table_json(table) ==
      R"({"columns":[{"name":"Name","number":false},{"name":"Sum","number":true}],"rows":[["FP8","32.0"],["FP16","63.9"]]})");
  CHECK(table_json({}) == R"({"columns":[],"rows":[]})");
  CHECK(table_json({{{"a"}}, {{}, {}}}) ==
        R"({"columns":[{"name":"a","number":true}],"rows":[[],[]]})");
}

TEST_CASE("strings are quoted so that JSON.parse gives them back") {
  CHECK(json_string("a \"b\" \\ c") == R"("a \"b\" \\ c")");
  CHECK(json_string("−∞ µ") == "\"−∞ µ\"");
  CHECK(json_string(std::string_view("\n\t\0", 3)) == R"("\u000a\u0009\u0000")");
}
