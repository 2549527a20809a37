#include "web/scene/decimal.hpp"

#include <cmath>

#include "tests/doctest.hpp"

TESTS_OF(web::scene::decimal) {

using loom::scene::decimal;
using loom::scene::number;

TEST_CASE("decimal reads whole numbers in decimal notation") {
  CHECK(decimal("0") == 0);
  CHECK(decimal("-12.5") == -12.5);
  CHECK(decimal("+3e2") == 300);
  CHECK(decimal(".5") == 0.5);
  CHECK(decimal("5.") == 5);
  CHECK(decimal("1E-3") == 0.001);
  for (const char* text : {"", ".", "-", "e", "1e", "--1", "1e5.5", "1 2", "0x10", "inf", "nan",
                           "Infinity", "12px", "1,2"}) {
    CAPTURE(text);
    CHECK(std::isnan(decimal(text)));
  }
}

TEST_CASE("decimal rounds to the nearest double, ties to even, and beyond the range to infinity") {
  CHECK(decimal("0.1") == 0.1);
  CHECK(decimal("9007199254740993") == 9007199254740992);        // a tie
  CHECK(decimal("9007199254740993.00001") == 9007199254740994);  // just above it
  CHECK(decimal("2.2250738585072011e-308") == 0x0.fffffffffffffp-1022);
  CHECK(decimal("4.9e-324") == 0x1p-1074);
  CHECK(decimal("2e-324") == 0);
  CHECK(decimal("1.7976931348623157e308") == 0x1.fffffffffffffp1023);
  CHECK(std::isinf(decimal("1e999")));
}

TEST_CASE("number also reads fractions, hexadecimal and the typeset minus") {
  CHECK(number(" 2.5\n") == 2.5);
  CHECK(number("1/3") == 1. / 3);
  CHECK(number("-1 / 4") == -0.25);
  CHECK(number("−3e2") == -300);
  CHECK(number("0x7F3a") == 0x7F3A);
  CHECK(number("-0x10") == -16);
  CHECK(number("−0X10") == -16);
  CHECK(number("0x7ffd1234abcd") == 0x7ffd1234abcd);
  for (const char* text : {"", " ", "1/0", "0/0", "1/", "/2", "1/2/3", "0x", "0xg", "0x1.8", "−−1",
                           "−-1", "- 1", "0x12345678901234567", "inf", "1/x"}) {
    CAPTURE(text);
    CHECK(std::isnan(number(text)));
  }
}

}  // TESTS_OF(web::scene::decimal)
