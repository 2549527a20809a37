// Exact digits, against the C library's.
#include "core/numerics/decimal.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "core/numerics/bits.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::decimal) {

using namespace loom;
using namespace loom::numerics;

namespace {

std::string printed(const char* format, int precision, double value) {
  char buffer[800];
  return std::string(
      buffer, static_cast<size_t>(std::snprintf(buffer, sizeof buffer, format, precision, value)));
}

// Every size of double, and numbers as pages have them.
double any(Random& random) {
  while (true) {
    const std::uint64_t bits = random.next();
    switch (random.below(4)) {
      case 0:
        if (const auto value = from_bits(bits >> 1); std::isfinite(value)) return value;
        break;
      case 1:
        return static_cast<double>(bits >> 44) / 1000;
      case 2:
        return static_cast<double>(bits >> 40) / 0x1p20;  // many ties
      default:
        return std::ldexp(random.unit(), static_cast<int>(random.below(80)) - 40);
    }
  }
}

}  // namespace

TEST_CASE("decimal digits are those that printf prints") {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = any(random);
    CAPTURE(value);
    const int decimals = static_cast<int>(random.below(i % 10 == 0 ? 400 : 8));
    CAPTURE(decimals);
    REQUIRE(fixed_text(value, decimals) == printed("%.*f", decimals, value));
    REQUIRE(general_text(value, decimals + 1) == printed("%.*g", decimals + 1, value));
  }
  CHECK(fixed_text(0.5, 0) == "0");  // a tie
  CHECK(fixed_text(1.5, 0) == "2");
  CHECK(fixed_text(-0.04, 1) == "0.0");
  CHECK(fixed_text(-0.05, 1) == "-0.1");
  CHECK(general_text(1250, 2) == "1.2e+03");  // a tie
  CHECK(general_text(1350, 2) == "1.4e+03");
  CHECK(general_text(-0., 3) == "0");
  CHECK(general_text(-INFINITY, 3) == "-inf");
  CHECK(fixed_text(NAN, 3) == "nan");
  CHECK(general_text(-1e-7, 3) == "-1e-07");
  CHECK(significant_digits(9.996, 3).digits == "100");
  CHECK(significant_digits(9.996, 3).exponent == 1);
}

TEST_CASE("the nearest double is the one that strtod finds") {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    // A double's own digits, all of them or some, and a last one that a tie turns on.
    const auto count = static_cast<int>(1 + random.below(i % 10 == 0 ? 790 : 20));
    Significant found = significant_digits(any(random), count);
    if (random.below(2) == 0) found.digits += static_cast<char>('0' + random.below(10));
    const long long exponent = found.exponent - count + 1;
    const std::string text = found.digits + "e" + std::to_string(exponent);
    CAPTURE(text);
    REQUIRE(nearest_double(found.digits, exponent) == std::strtod(text.c_str(), nullptr));
  }
  const double largest = std::numeric_limits<double>::max();
  for (const char* digits : {"17976931348623157", "17976931348623158", "17976931348623159",
                             "49406564584124654", "24703282292062327", "24703282292062328",
                             "22250738585072011", "22250738585072014", "9007199254740993"})
    for (long long exponent : {292, 293, -340, -324, -323, 0}) {
      const std::string text = digits + ("e" + std::to_string(exponent));
      CAPTURE(text);
      CHECK(nearest_double(digits, exponent) == std::strtod(text.c_str(), nullptr));
    }
  CHECK(nearest_double("17976931348623157", 292) == largest);
  CHECK(std::isinf(nearest_double("1", 999999999999)));
  CHECK(nearest_double("1", -999999999999) == 0);
  CHECK(nearest_double("0", 999999999999) == 0);
  // Ties that only the last of very many digits turns.
  const std::string zeros(900, '0');
  CHECK(nearest_double("9007199254740993" + zeros, -900) == 9007199254740992);
  CHECK(nearest_double("9007199254740993" + zeros + "1", -901) == 9007199254740994);
}

}  // TESTS_OF(core::numerics::decimal)
