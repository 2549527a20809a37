// Numbers as JavaScript writes them: the expected texts are what Node.js prints for the same
// numbers.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tools/loom/text/number.hpp"

TESTS_OF(tools::number_text) {

using loom::text::number_text;

TEST_CASE("numbers are written as JavaScript writes them") {
  const struct {
    double number;
    const char* text;
  } known[] = {{0, "0"},
               {-0., "0"},
               {1200, "1200"},
               {-0.5, "-0.5"},
               {1. / 3, "0.3333333333333333"},
               {100. / 3, "33.333333333333336"},
               {0.1 + 0.2, "0.30000000000000004"},
               {0.000001, "0.000001"},
               {0.00000123, "0.00000123"},
               {1e-7, "1e-7"},
               {1.5e-9, "1.5e-9"},
               {123456789012345680000., "123456789012345680000"},
               {1e20, "100000000000000000000"},
               {1e21, "1e+21"},
               {-1.25e300, "-1.25e+300"},
               {5e-324, "5e-324"},
               {std::numeric_limits<double>::max(), "1.7976931348623157e+308"}};
  for (const auto& each : known) CHECK(number_text(each.number) == each.text);
}

TEST_CASE("numbers as they are written read back as the same") {
  loom::Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    const double number =
        std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(2000)) - 1000);
    CHECK(std::strtod(number_text(number).c_str(), nullptr) == number);
  }
}

TEST_CASE("numbers for people are grouped before their point") {
  using loom::text::grouped;
  CHECK(grouped("999") == "999");
  CHECK(grouped("1000") == "1,000");
  CHECK(grouped("-65536") == "-65,536");
  CHECK(grouped("1048576.12345") == "1,048,576.12345");
  CHECK(grouped("0.00009999") == "0.00009999");
  CHECK(grouped("−1024.5678") == "−1,024.5678");
  CHECK(grouped("∞") == "∞");
  CHECK(grouped("") == "");
}

}  // TESTS_OF(tools::number_text)
