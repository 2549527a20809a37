// Against the C library in long double, which has 11 bits more here.
#include "core/numerics/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::elementary) {

using namespace loom;
namespace elementary = numerics::elementary;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// In units of the last place.
double error(double found, long double right) {
  const double nearest = static_cast<double>(right);
  if (found == nearest && (found != 0 || std::signbit(found) == std::signbit(nearest)))
    if (found == 0 || std::isinf(found)) return 0;
  if (std::isnan(found) && std::isnan(nearest)) return 0;
  if (!std::isfinite(found) || !std::isfinite(nearest) || nearest == 0) return infinity;
  const int unit = std::max(-1074, std::ilogb(nearest) - 52);
  return static_cast<double>(std::fabs(std::ldexp(found - right, -unit)));
}

// The WebAssembly library's long double functions are those of double, which err, too.
#ifdef __EMSCRIPTEN__
constexpr double most = 2;
#else
constexpr double most = 1;
#endif

constexpr double special[] = {0.0,       -0.0,  1.0,    -1.0,    0.5,     8.0,
                              1000.0,    1e22,  1e300,  -1e300,  5e-324,  -5e-324,
                              1e-310,    709.7, 709.79, -745.1,  -745.2,  infinity,
                              -infinity, NAN,   1024.0, -1074.0, 0.785398};

}  // namespace

TEST_CASE("elementary functions: within one unit of the last place") {
  struct Case {
    const char* name;
    double (*mine)(double);
    long double (*right)(long double);
    double least, greatest;
  };
  const Case cases[] = {
      {"exp", elementary::exp, [](long double x) { return std::exp(x); }, -750, 720},
      {"exp2", elementary::exp2, [](long double x) { return std::exp2(x); }, -1080, 1030},
      {"expm1", elementary::expm1, [](long double x) { return std::expm1(x); }, -40, 715},
      {"log", elementary::log, [](long double x) { return std::log(x); }, 0, 3},
      {"log2", elementary::log2, [](long double x) { return std::log2(x); }, 0, 3},
      {"log10", elementary::log10, [](long double x) { return std::log10(x); }, 0, 30},
      {"log1p", elementary::log1p, [](long double x) { return std::log1p(x); }, -1, 3},
      {"sin", elementary::sin, [](long double x) { return std::sin(x); }, -1e5, 1e5},
      {"cos", elementary::cos, [](long double x) { return std::cos(x); }, -1e5, 1e5},
      {"tan", elementary::tan, [](long double x) { return std::tan(x); }, -1e5, 1e5}};
  Random random(3);
  for (const Case& each : cases) {
    CAPTURE(each.name);
    for (const double x : special) {
      CAPTURE(x);
      CHECK(error(each.mine(x), each.right(x)) <= most);
    }
    for (int i = 0; i < 20000; ++i) {
      double x = each.least + (each.greatest - each.least) * random.unit();
      if (i % 2 == 1) x = std::ldexp(x, -static_cast<int>(random.below(60)));
      CAPTURE(x);
      CHECK(error(each.mine(x), each.right(x)) <= most);
    }
  }
}

TEST_CASE("elementary functions: angles of all sizes") {
  Random random(4);
  for (int exponent = -30; exponent < 1023; ++exponent)
    for (int i = 0; i < 20; ++i) {
      const double x = std::ldexp(1 + random.unit(), exponent);
      CAPTURE(x);
      CHECK(error(elementary::sin(x), std::sin(x)) <= 2);  // of a double, which errs, too
      CHECK(error(elementary::cos(x), std::cos(x)) <= 2);
    }
  // The double that is nearest to a multiple of π/2.
  CHECK(elementary::cos(std::ldexp(6381956970095103.0, 797)) == -4.6871659242546277e-19);
}

TEST_CASE("elementary functions: powers") {
  Random random(5);
  for (int i = 0; i < 50000; ++i) {
    double x = std::exp(80 * random.unit() - 40), y = 60 * random.unit() - 30;
    if (i % 3 == 0) x = 1 + x * 1e-20, y *= 1e5;
    if (i % 5 == 0) x = -x, y = std::round(y);
    CAPTURE(x);
    CAPTURE(y);
    CHECK(error(elementary::pow(x, y),
                std::pow(static_cast<long double>(x), static_cast<long double>(y))) <= most);
  }
  for (const double x : special)
    for (const double y :
         {0.0, -0.0, 1.0, -1.0, 2.0, 3.0, -3.0, 0.5, -0.5, 1e16, 9007199254740991.0, 1e300, -1e300,
          1e-300, infinity, -infinity, static_cast<double>(NAN)}) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(error(elementary::pow(x, y), std::pow(x, y)) <= most);
    }
}

}  // TESTS_OF(core::numerics::elementary)
