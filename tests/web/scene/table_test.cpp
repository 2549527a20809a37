#include "web/scene/table.hpp"

#include "tests/doctest.hpp"
#include "web/scene/format.hpp"

TESTS_OF(web::scene::table) {

using namespace loom::scene;

TEST_CASE("a column's unit is in its head, unless the page's cells show it") {
  const Column plain("Tiles"), head("Weights", "GiB"), cells("Error", "%", UnitIn::cells);
  CHECK(shown_head(plain) == "Tiles");
  CHECK(full_head(plain) == "Tiles");
  CHECK(shown_head(head) == "Weights (GiB)");
  CHECK(full_head(head) == "Weights (GiB)");
  CHECK(shown_head(cells) == "Error");
  CHECK(full_head(cells) == "Error (%)");
  CHECK(cells.number);
  CHECK_FALSE(Column("Format", false).number);
}

TEST_CASE("a table begins with its heads") {
  const Table table = headed("Tile", Column("Begun", "µs"), text_column("Stored in"));
  REQUIRE(table.columns.size() == 3);
  CHECK(table.rows.empty());
  CHECK(table.columns[0].name == "Tile");
  CHECK(table.columns[0].number);
  CHECK(full_head(table.columns[1]) == "Begun (µs)");
  CHECK_FALSE(table.columns[2].number);
}

TEST_CASE("a column that is there sometimes takes its cells along") {
  for (const bool measured : {false, true}) {
    Table table = headed("Tile", Column("Measured", "µs").only(measured), "Sum",
                         text_column("Where").only(measured));
    table.add({1, 2, 3, "here"});
    table.add({Cell{"4", 4}, Cell{"5", 5}, Cell{"6", 6}, Cell{"there"}});
    REQUIRE(table.columns.size() == (measured ? 4 : 2));
    CHECK(table.columns[1].name == (measured ? "Measured" : "Sum"));
    for (const auto& row : table.rows) CHECK(row.size() == table.columns.size());
    CHECK(table.rows[0][1].shown == (measured ? "2" : "3"));
    CHECK(table.rows[1][1].value == (measured ? 5 : 6));
  }
}

TEST_CASE("a text is a number where it is written out") {
  CHECK(written_number("65,504") == 65504.);
  CHECK(written_number("−1,234.50") == -1234.5);
  CHECK(written_number("0") == 0.);
  for (const char* text :
       {"", "−", "–", "any", "12%", "1 KiB", "3.4 × 10³⁸", "∞", "1.2.3", "-1", ".", "7F"})
    CHECK_FALSE(written_number(text));
}

TEST_CASE("a number need not be told where the text of a number's column says it") {
  const Column number("Sum"), text("Name", false);
  CHECK(says_its_number(number, {"1,200", 1200}));
  CHECK(says_its_number(number, {"−0", -0.}));
  CHECK_FALSE(says_its_number(number, {"1,200", 1200.4}));
  CHECK_FALSE(says_its_number(number, {"12%", 12}));
  CHECK_FALSE(says_its_number(text, {"12", 12}));
  CHECK_FALSE(says_its_number(number, {"–"}));
}

}  // TESTS_OF(web::scene::table)
