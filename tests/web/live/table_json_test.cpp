#include "web/live/table_json.hpp"

#include "core/json/text.hpp"
#include "tests/doctest.hpp"
#include "web/scene/format.hpp"

TESTS_OF(web::live::table_json) {

using loom::json::quoted;
using loom::live::table_json;
using namespace loom::scene;

TEST_CASE("a table becomes JSON, cell for cell") {
  const Table table = {{{"Name", false}, {"Sum", "GiB"}, {"Share", "%", UnitIn::cells}},
                       {cells({"FP8", cell(32.04, 1), no_cell()}),
                        cells({16, cell(1e-7, 1), percent_cell(1. / 3, 1)})}};
  CHECK(
      table_json(table) ==
      R"json({"columns":[{"name":"Name","number":false},{"name":"Sum (GiB)","number":true},{"name":"Share","number":true,"unit":"%"}],"rows":[[{"shown":"FP8"},{"shown":"32.0","value":32.04},{"shown":"–","value":null}],[{"shown":"16","value":16},{"shown":"0.0","value":1e-07},{"shown":"33.3%","value":33.33333333333333}]]})json");
  CHECK(table_json({}) == R"({"columns":[],"rows":[]})");
  CHECK(table_json({{{"a"}}, {{}, {}}}) ==
        R"({"columns":[{"name":"a","number":true}],"rows":[[],[]]})");
}

TEST_CASE("strings are quoted so that JSON.parse gives them back") {
  CHECK(quoted("a \"b\" \\ c") == R"("a \"b\" \\ c")");
  CHECK(quoted("−∞ µ") == "\"−∞ µ\"");
  CHECK(quoted(std::string_view("\n\t\0", 3)) == R"("\u000a\u0009\u0000")");
}

}  // TESTS_OF(web::live::table_json)
