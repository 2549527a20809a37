// Doubles and their digits against the C library.
#include "core/json/number.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "core/numerics/bits.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::json::number) {

using loom::Random;
using loom::json::decimal;
using loom::json::nearest;

namespace {

double read_back(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

int digits_in(const std::string& text) {
  int count = 0;
  bool leading = true;
  for (const char c : text.substr(0, text.find_first_of("eE"))) {
    leading &= c == '0' || c == '.' || c == '-';
    count += !leading && c != '.';
  }
  return count;
}

// What the C library needs: 15 to 17 digits.
int fewest_digits(double value) {
  char text[40];
  for (int digits = 1; digits < 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
    if (std::strtod(text, nullptr) == value) return digits;
  }
  return 17;
}

double any_double(Random& random) {
  while (true) {
    const double value = loom::numerics::from_bits(random.next());
    if (std::isfinite(value)) return value;
  }
}

}  // namespace

TEST_CASE("json: numbers are written with a point or an exponent, as short as can be") {
  CHECK(decimal(0.0) == "0.0");
  CHECK(decimal(-0.0) == "-0.0");
  CHECK(decimal(1) == "1.0");
  CHECK(decimal(-20) == "-20.0");
  CHECK(decimal(0.1) == "0.1");
  CHECK(decimal(0.001) == "0.001");
  CHECK(decimal(123.456) == "123.456");
  CHECK(decimal(1e15) == "1000000000000000.0");
  CHECK(decimal(1e16) == "1e+16");
  CHECK(decimal(9007199254740993.0) == "9007199254740992.0");
  CHECK(decimal(5e-324) == "5e-324");
  CHECK(decimal(2.2250738585072014e-308) == "2.2250738585072014e-308");
  CHECK(decimal(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(decimal(static_cast<double>(0.1f)) == "0.10000000149011612");
  CHECK(decimal(static_cast<double>(3e-45f)) == "2.802596928649634e-45");
}

TEST_CASE("json: every number reads back as the same one, and few have a digit too many") {
  Random random(1);
  const int count = loom::tries(100'000);
  int longer = 0, looked_at = 0;
  for (int i = 0; i < count; ++i) {
    const double value = i % 2 ? any_double(random)
                               : static_cast<double>(static_cast<float>(random.unit() * 100 - 50));
    const std::string text = decimal(value);
    CHECK_MESSAGE(read_back(text) == value, text);
    if (i % 16 != 0) continue;
    ++looked_at;
    CHECK(digits_in(text) <= 17);
    longer += digits_in(text) > fewest_digits(value);
  }
  CHECK(longer < looked_at / 50);
}

TEST_CASE("json: digits and an exponent become the nearest double") {
  Random random(2);
  const int count = loom::tries(100'000);
  for (int i = 0; i < count; ++i) {
    std::string digits(static_cast<std::size_t>(14 + random.below(8)), '0');
    for (char& digit : digits) digit = static_cast<char>('0' + random.below(10));
    const int exponent = static_cast<int>(random.below(680)) - 350;
    CHECK_MESSAGE(nearest(digits, exponent) ==
                      std::strtod((digits + "e" + std::to_string(exponent)).c_str(), nullptr),
                  digits << "e" << exponent);
  }
}

TEST_CASE("json: a tie between two doubles goes to the even one, and a digit far behind decides") {
  CHECK(nearest("9007199254740993", 0) == 9007199254740992.0);
  CHECK(nearest("9007199254740995", 0) == 9007199254740996.0);
  CHECK(nearest("90071992547409930000000000000000000001", -22) == 9007199254740994.0);
  CHECK(nearest("179769313486231581", 291) == std::numeric_limits<double>::infinity());
  CHECK(nearest("", 5) == 0);
  CHECK(nearest("000", 0) == 0);
}

}  // TESTS_OF(core::json::number)
