#include "web/scene/format.hpp"

#include <cmath>
#include <limits>

#include "tests/doctest.hpp"

TESTS_OF(web::scene::format) {

using namespace loom::scene;

TEST_CASE("fixed rounds the exact binary value and never prints a negative zero") {
  CHECK(fixed(0.1353, 3) == "0.135");
  CHECK(fixed(2.5, 0) == "2");  // a tie goes to even
  CHECK(fixed(0.125, 2) == "0.12");
  CHECK(fixed(-2, 1) == "−2.0");
  CHECK(fixed(-0.04, 1) == "0.0");
  CHECK(fixed(std::numeric_limits<double>::infinity(), 1) == "∞");
  CHECK(fixed(-std::numeric_limits<double>::infinity(), 1) == "−∞");
  CHECK(fixed(std::numeric_limits<double>::quiet_NaN(), 1) == "NaN");
}

TEST_CASE("integer groups digits by three") {
  CHECK(integer(0) == "0");
  CHECK(integer(999) == "999");
  CHECK(integer(65504) == "65,504");
  CHECK(integer(-1234567) == "−1,234,567");
}

TEST_CASE("fill puts values where the sentence has places for them") {
  CHECK(fill("{} of {} warps", {"32", "64"}) == "32 of 64 warps");
  CHECK(fill("{}{}", {"", "{}"}) == "{}");
  CHECK(fill("no place", {}) == "no place");
  CHECK(fill("{} of {}, {}", {12345, {64, "warp"}, std::string("all")}) ==
        "12,345 of 64 warps, all");
  CHECK(fill("{}", {{1, "warp"}}) == "1 warp");
}

TEST_CASE("fill counts with words that have another plural") {
  const auto fits = [](int blocks) {
    return fill("{} here", Word(blocks, "block fits", "blocks fit"));
  };
  CHECK(fits(0) == "0 blocks fit here");
  CHECK(fits(1) == "1 block fits here");
  CHECK(fits(1024) == "1,024 blocks fit here");
}

TEST_CASE("a row's cells have the numbers behind what they show") {
  constexpr double third = 1. / 3;
  const std::vector<Cell> row =
      cells({4096, "half", std::string("all"), cell(third, 2), cell(third, readable),
             cell(2 * third, "two thirds"), percent_cell(third, 1), cell(12345), no_cell()});
  const struct {
    const char* shown;
    double value;
  } expected[] = {{"4,096", 4096},        {"half", NAN},     {"all", NAN},
                  {"0.33", third},        {"0.3333", third}, {"two thirds", 2 * third},
                  {"33.3%", 100 * third}, {"12,345", 12345}, {"–", NAN}};
  REQUIRE(row.size() == std::size(expected));
  for (size_t i = 0; i < row.size(); ++i)
    CHECK(row[i] == Cell{expected[i].shown, expected[i].value});
}

TEST_CASE("a table grows by rows") {
  Table table{{{"Tile", false}, {"Bytes", "B"}}};
  CHECK(table.rows.empty());
  table.add({"first", 4096});
  table.add({"none", no_cell()});
  CHECK(table.rows == std::vector{cells({"first", 4096}), cells({"none", no_cell()})});
}

TEST_CASE("a metric is a count, or a number with decimals") {
  const Metric bytes("bytes", "Bytes", 4096ll, "B"), share("share", "Share", 12.5, 1, "%"),
      tiles("tiles", "Tiles", size_t{3});
  CHECK(bytes.value == 4096);
  CHECK(bytes.decimals == 0);
  CHECK(bytes.unit == "B");
  CHECK(share.value == 12.5);
  CHECK(share.decimals == 1);
  CHECK(tiles.value == 3);
  CHECK(tiles.unit.empty());
}

TEST_CASE("as many decimals as the numbers need") {
  CHECK(decimals_needed({1, 2}, 0, 2) == 0);
  CHECK(decimals_needed({1, 2}, 1, 3) == 1);
  CHECK(decimals_needed({0.5, -1.25}, 0, 3) == 2);
  CHECK(decimals_needed({1. / 3}, 0, 3) == 3);
  CHECK(decimals_needed({}, 0, 3) == 0);
}

TEST_CASE("percent takes a share") {
  CHECK(percent(0.499, 1) == "49.9%");
  CHECK(brief_percent(0.5) == "50%");
  CHECK(brief_percent(0.46875) == "46.9%");
  CHECK(brief_percent(1) == "100%");
}

TEST_CASE("shortest reads back as the same double") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(1.0 / 3) == "0.3333333333333333");
  CHECK(shortest(1e300) == "1e+300");
  CHECK(shortest(-4) == "-4");
}

TEST_CASE("significant and brief: three digits") {
  CHECK(significant(8.997) == "9.00");
  CHECK(significant(9.999) == "10.0");
  CHECK(significant(1 - 0x1p-53) == "1.00");
  CHECK(significant(-99.97) == "−100");
  CHECK(significant(999.6) == "1,000");
  CHECK(significant(591.1) == "591");
  CHECK(significant(1340.2) == "1,340");
  CHECK(brief(7.67) == "7.67");
  CHECK(brief(8) == "8");
  CHECK(brief(0.25) == "0.25");
  CHECK(brief(0.4984) == "0.498");
  CHECK(brief(66.94) == "66.9");
  CHECK(brief(120) == "120");  // its zero is a digit
  CHECK(brief(1340.2) == "1,340");
}

TEST_CASE("power and scientific raise their exponents") {
  CHECK(power(2, -14) == "2⁻¹⁴");
  CHECK(power(10, 0) == "10⁰");
  CHECK(scientific(3.4028234664e38, 1) == "3.4 × 10³⁸");
  CHECK(scientific(-1.5e-5, 2) == "−1.50 × 10⁻⁵");
  CHECK(scientific(9.96, 1) == "1.0 × 10¹");
  CHECK(scientific(INFINITY, 1) == "∞");
}

TEST_CASE("readable is exact where that is short") {
  CHECK(readable(0) == "0");
  CHECK(readable(65504) == "65,504");
  CHECK(readable(-448) == "−448");
  CHECK(readable(0.09375) == "0.09375");
  CHECK(readable(-0.5) == "−0.5");
  CHECK(readable(3.25) == "3.25");
  CHECK(readable(3.140625) == "3.140625");
  CHECK(readable(0.0999755859375) == "0.09998");
  CHECK(readable(0.333251953125) == "0.3333");
  CHECK(readable(1234.5678) == "1,235");
  CHECK(readable(0.001953125) == "0.001953");
  CHECK(readable(std::ldexp(1., -14)) == "6.104 × 10⁻⁵");
  CHECK(readable(-3.4028234664e38) == "−3.403 × 10³⁸");
  CHECK(readable(-INFINITY) == "−∞");
  CHECK(readable(NAN) == "NaN");
}

TEST_CASE("binary_bytes") {
  CHECK(binary_bytes(std::int64_t{3} << 40) == "3 TiB");
  CHECK(binary_bytes(0) == "0 B");
  CHECK(binary_bytes(512) == "512 B");
  CHECK(binary_bytes(1023) == "1,023 B");
  CHECK(binary_bytes(1024) == "1 KiB");
  CHECK(binary_bytes(1536) == "1.5 KiB");
  CHECK(binary_bytes(4398046511104.) == "4 TiB");
  CHECK(binary_bytes(9007199254740992.) == "8,192 TiB");
}

TEST_CASE("plural") {
  CHECK(plural(1, "tile") == "1 tile");
  CHECK(plural(0, "tile") == "0 tiles");
  CHECK(plural(1200, "tile") == "1,200 tiles");
}

}  // TESTS_OF(web::scene::format)
