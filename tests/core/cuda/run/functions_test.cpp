// Mathematical functions, against the C library in a wider format, and bit tricks against their
// definitions.
#include "core/cuda/run/functions.hpp"

#include <cfenv>
#include <cmath>

#include "core/cuda/run/lanes.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::functions) {

using namespace loom;
using namespace loom::cuda;

namespace {

float on(Function function, float x, float y = 0, float z = 0) {
  const MathFunction f = math_function(static_cast<std::int64_t>(function), Type::f32, Type::f32);
  REQUIRE(static_cast<bool>(f));
  return value_in<float>(f(bits_of(x), bits_of(y), bits_of(z)));
}
double wide(Function function, double x) {
  return value_in<double>(
      math_function(static_cast<std::int64_t>(function), Type::f64, Type::f64)(bits_of(x), 0, 0));
}
std::uint64_t bits(Function function, Type type, std::uint64_t a, std::uint64_t b = 0,
                   std::uint64_t c = 0) {
  const MathFunction f = math_function(static_cast<std::int64_t>(function), type, type);
  REQUIRE(static_cast<bool>(f));
  return f(a, b, c);
}

}  // namespace

TEST_CASE("functions: every one exists for a type") {
  for (int i = 0; i <= static_cast<int>(Function::reinterpret); ++i) {
    bool found = false;
    for (int type = 0; type <= static_cast<int>(Type::f64); ++type)
      found |=
          static_cast<bool>(math_function(i, static_cast<Type>(type), static_cast<Type>(type)));
    CAPTURE(i);
    CHECK(found);
  }
  CHECK(!math_function(-1, Type::f32, Type::f32));
  CHECK(!math_function(1000, Type::f32, Type::f32));
}

TEST_CASE("functions: values that are known") {
  CHECK(on(Function::rsqrt, 4) == 0.5f);
  CHECK(on(Function::rcbrt, 8) == 0.5f);
  CHECK(on(Function::exp10, 3) == 1000);
  CHECK(on(Function::sinpi, 0.5f) == 1);
  CHECK(on(Function::sinpi, 3) == 0);
  CHECK(on(Function::cospi, 1.5f) == 0);
  CHECK(on(Function::round, -2.5f) == -3);
  CHECK(on(Function::rint, -2.5f) == -2);
  CHECK(on(Function::saturate, NAN) == 0);
  CHECK(on(Function::saturate, 1.5f) == 1);
  CHECK(std::isnan(on(Function::max_nan, NAN, 1)));
  CHECK(on(Function::normcdf, 0) == 0.5f);
  for (const double x : {-0.999, -0.5, -1e-9, 1e-300, 0.1, 0.49, 0.51, 0.9, 0.9999999})
    CHECK(std::erf(wide(Function::erfinv, x)) == doctest::Approx(x).epsilon(1e-14));
  for (const double x : {1e-300, 1e-20, 1e-4, 0.3, 1.0, 1.7, 1.999})
    CHECK(std::erfc(wide(Function::erfcinv, x)) == doctest::Approx(x).epsilon(1e-12));
  CHECK(wide(Function::erfcx, 30) == doctest::Approx(0.018795888861416751));
  CHECK(std::isinf(wide(Function::erfinv, 1)));
}

TEST_CASE("functions: operations rounded to zero, down and up") {
#ifndef __EMSCRIPTEN__  // wasm knows one rounding only
  Random random(9);
  constexpr int ways[] = {FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  const auto any = [&] {
    const int exponent = static_cast<int>(random.below(40)) - 20;
    return std::ldexp(static_cast<float>(random.unit()) - 0.5f, exponent);
  };
  for (int i = 0; i < 3000; ++i) {
    const volatile float x = any(), y = any(), z = any();
    for (int way = 0; way < 3; ++way) {
      std::fesetround(ways[way]);
      const volatile float sum = x + y, product = x * y, quotient = x / y,
                           root = std::sqrt(std::fabs(x));
      const volatile float fused = std::fma(x, y, z);
      std::fesetround(FE_TONEAREST);
      const auto shifted = [&](Function first) {
        return static_cast<Function>(static_cast<int>(first) + way);
      };
      CHECK(on(shifted(Function::add_zero), x, y) == sum);
      CHECK(on(shifted(Function::mul_zero), x, y) == product);
      CHECK(on(shifted(Function::div_zero), x, y) == quotient);
      CHECK(on(shifted(Function::sqrt_zero), std::fabs(x)) == root);
      CHECK(on(shifted(Function::fma_zero), x, y, z) == fused);
    }
  }
#endif
}

TEST_CASE("functions: bits") {
  CHECK(bits(Function::popcount, Type::u32, 0xf0f0) == 8);
  CHECK(bits(Function::popcount, Type::i32, bits_of(-1)) == 32);
  CHECK(bits(Function::leading_zeros, Type::u32, 1) == 31);
  CHECK(bits(Function::leading_zeros, Type::u64, 0) == 64);
  CHECK(bits(Function::first_set, Type::i32, 0) == 0);
  CHECK(bits(Function::first_set, Type::i32, 8) == 4);
  CHECK(bits(Function::reverse_bits, Type::u32, 1) == 0x80000000u);
  CHECK(bits(Function::byte_permute, Type::u32, 0x33221100, 0x77665544, 0x7531) == 0x77553311);
  CHECK(bits(Function::byte_permute, Type::u32, 0x80, 0, 0x8888) == 0xffffffff);
  CHECK(bits(Function::funnel_left, Type::u32, 0x80000000, 1, 1) == 3);
  CHECK(bits(Function::funnel_right, Type::u32, 0x80000000, 1, 33) == 0xc0000000);
  CHECK(bits(Function::funnel_right_clamped, Type::u32, 5, 7, 40) == 7);
  CHECK(bits(Function::mul24, Type::i32, 0x1000003, 2) == 6);
  CHECK(bits(Function::sad, Type::i32, bits_of(-3), 4, 10) == 17);
  CHECK(bits(Function::average, Type::i32, bits_of(-3), 0) == bits_of(-2));
  CHECK(bits(Function::rounded_average, Type::u32, 3, 4) == 4);
  CHECK(bits(Function::dot4, Type::i32, 0x01ff0302, 0x01020304, 100) == 100 + 1 - 2 + 9 + 8);
  CHECK(math_function(static_cast<std::int64_t>(Function::reinterpret), Type::i32, Type::f32)(
            bits_of(-1.0f), 0, 0) == 0xffffffffbf800000);
}

}  // TESTS_OF(core::cuda::functions)
