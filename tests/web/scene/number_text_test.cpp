#include "web/scene/number_text.hpp"

#include <cmath>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(web::scene::number_text) {

using namespace loom::scene;

TEST_CASE("typed numbers: decimal, powers of two, infinite, none") {
  CHECK(typed_number("0.1") == 0.1);
  CHECK(typed_number(" -1e-8 ") == -1e-8);
  CHECK(typed_number("2^-3") == 0.125);
  CHECK(typed_number("-2^4") == -16);
  CHECK(typed_number("+3") == 3);
  CHECK(typed_number("1/3") == 1. / 3);
  CHECK(typed_number("−2/4") == -0.5);
  CHECK(typed_number("-0x10") == -16);
  CHECK(typed_number("0/5") == 0);
  CHECK(typed_number("inf") == HUGE_VAL);
  CHECK(typed_number("-∞") == -HUGE_VAL);
  CHECK(std::isnan(*typed_number("NaN")));
  CHECK_FALSE(std::signbit(*typed_number("-nan")));
  CHECK(std::signbit(*typed_number("-0")));
  CHECK(typed_number("0e5") == 0);
  CHECK(typed_number("1e300") == 1e300);
  for (const char* text :
       {"",       " ",       "x",      "1,5",  "1 2",   "0.1.2", "1e",  "1e301", "-1e999", "1e-301",
        "1e-999", "2^-2000", "2^2000", "2^",   "3^2",   "2^^2",  "-+1", "1/0",   "0/0",    "--1",
        "in",     "one",     "1n",     "nan5", "1/2/3", "−-1",   "1/x", "-−1"})
    CHECK_MESSAGE(!typed_number(text), std::string(text));
  CHECK_FALSE(typed_number(std::string_view("1\0", 2)));
}

TEST_CASE("numbers to six digits say when they have more") {
  CHECK(short_text(0.333251953125) == "≈0.333252");
  CHECK(short_text(0.3125) == "0.3125");
  CHECK(short_text(-1234567.5) == "≈−1,234,568");
  CHECK(short_text(0x1p-14) == "≈6.104 × 10⁻⁵");
  CHECK(short_text(123456700.5) == "≈123,456,700");
}

TEST_CASE("numbers to twelve digits") {
  CHECK(exact_text(0) == "0");
  CHECK(exact_text(-0.0) == "−0");
  CHECK(exact_text(65504) == "65,504");
  CHECK(exact_text(-16777216) == "−16,777,216");
  CHECK(exact_text(0.0999755859375) == "0.0999755859375");
  CHECK(exact_text(0.00100040435791015625) == "0.00100040435791");
  CHECK(exact_text(3.1415927410125732) == "3.14159274101");
  CHECK(exact_text(-5.5) == "−5.5");
  CHECK(exact_text(-1000.5) == "−1,000.5");
  CHECK(exact_text(1234567.25) == "1,234,567.25");
  CHECK(exact_text(999.9999999999999) == "1,000");
  CHECK(exact_text(0x1p-9) == "0.001953125");
  CHECK(exact_text(0x1p-14) == "6.103515625 × 10⁻⁵");
  CHECK(exact_text(1e9) == "1 × 10⁹");
  CHECK(exact_text(0x1.fffffep127) == "3.40282346639 × 10³⁸");
  CHECK(exact_text(-0x1p-149) == "−1.40129846432 × 10⁻⁴⁵");
  CHECK(exact_text(HUGE_VAL) == "∞");
  CHECK(exact_text(-HUGE_VAL) == "−∞");
  CHECK(exact_text(std::nan("")) == "NaN");
}

TEST_CASE("shares, however small") {
  CHECK(relative_text(0) == "0%");
  CHECK(relative_text(0.0625) == "6.25%");
  CHECK(relative_text(0.0005) == "0.05%");
  CHECK(relative_text(1) == "100%");
  CHECK(relative_text(1.49e-8) == "1.5 × 10⁻⁶%");
  CHECK(relative_text(1e9) == "1.0 × 10¹¹%");
  CHECK(relative_text(HUGE_VAL) == "∞%");
}

TEST_CASE("differences: without noise, and 0 only where there is none") {
  CHECK(difference_text(0.375 - 0.4) == "−0.025");
  CHECK(difference_text(-0.3125 - -0.3) == "−0.0125");
  CHECK(difference_text(0) == "0");
  CHECK(difference_text(7 - 7.0) == "0");
  CHECK(difference_text(0.02344 - 0.02304) == "0.0004");
  CHECK(difference_text(-6.4980123e-5) == "−6.498 × 10⁻⁵");
  CHECK(difference_text(1e-9) == "1.000 × 10⁻⁹");
}

}  // TESTS_OF(web::scene::number_text)
