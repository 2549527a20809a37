// Against the C library, whose coefficients were fitted to these functions.
#include "core/numerics/bessel.hpp"

#include <cmath>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::bessel) {

using namespace loom;
namespace bessel = numerics::bessel;

TEST_CASE("Bessel functions: within 2 · 10^−15") {
  struct Case {
    double (*mine)(double);
    double (*right)(double);
    bool of_all;  // numbers below 0, too
  };
  const Case cases[] = {{bessel::j0, ::j0, true},
                        {bessel::j1, ::j1, true},
                        {bessel::y0, ::y0, false},
                        {bessel::y1, ::y1, false}};
  Random random(8);
  for (const Case& each : cases) {
    for (int i = 0; i < 20000; ++i) {
      const double size = std::exp(40 * random.unit() - 25),
                   x = each.of_all && i % 2 == 1 ? -size : size;
      CAPTURE(x);
      const double found = each.mine(x), right = each.right(x);
      CHECK(std::fabs(found - right) <= 2e-15 * std::fmax(1, std::fabs(right)));
    }
    for (const double x : {0.0, 1e-300, 1e-8, 24.999999, 25.0, 1e15, 1e300, HUGE_VAL}) {
      CAPTURE(x);
      const double found = each.mine(x), right = each.right(x);
      CHECK((found == right || std::fabs(found - right) <= 2e-15 * std::fmax(1, std::fabs(right))));
    }
    CHECK(std::isnan(each.mine(NAN)));
    CHECK(std::isnan(each.mine(-1)) != each.of_all);
  }
}

}  // TESTS_OF(core::numerics::bessel)
