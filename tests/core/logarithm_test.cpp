#include "core/logarithm.hpp"

#include <cstdlib>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::logarithm) {

using namespace loom;

TEST_CASE("power_of is exact or rounded once, and near the C library's beyond that") {
  for (int n = -1000; n <= 1000; ++n) CHECK(power_of(2, n) == std::pow(2., n));
  for (int n = -22; n <= 22; ++n)
    CHECK(power_of(10, n) == std::strtod(("1e" + std::to_string(n)).c_str(), nullptr));
  for (int n = -300; n <= 300; ++n)
    CHECK(power_of(10, n) == doctest::Approx(std::pow(10., n)).epsilon(1e-14));
}

TEST_CASE("logarithms are the C library's to fifteen digits, and exact for powers of two") {
  for (int n = -1074; n <= 1023; ++n) CHECK(binary_logarithm(std::ldexp(1., n)) == n);
  for (double value = 1e-300; value < 1e300; value *= 1.7) {
    CHECK(binary_logarithm(value) == doctest::Approx(std::log2(value)).epsilon(1e-14));
    CHECK(natural_logarithm(value) == doctest::Approx(std::log(value)).epsilon(1e-14));
  }
}

}  // TESTS_OF(core::logarithm)
