// What instructions compute, against C++ on one number at a time.
#include "core/cuda/run/arithmetic.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "core/cuda/run/fused.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::arithmetic) {

using namespace loom;
using namespace loom::cuda;

namespace {

Lanes lanes_of(Type type, Random& random) {
  Lanes out;
  for (std::uint64_t& lane : out.at) {
    std::uint64_t bits = random.next();
    switch (random.below(4)) {  // small numbers, and the ends of ranges, too
      case 0:
        bits = random.below(16);
        break;
      case 1:
        bits = 0 - std::uint64_t{random.below(16)};
        break;
      case 2:
        bits = (std::uint64_t{1} << random.below(64)) - random.below(2);
        break;
      default:
        break;
    }
    lane = extended(bits, type);
  }
  return out;
}

// f(x, y) for all lanes of random operands, and what the instruction gives.
template <class T, class F>
void check(Op op, Type type, F f) {
  Random random(static_cast<std::uint64_t>(op) * 100 + static_cast<std::uint64_t>(type));
  const LaneFunction function = lane_function({.op = op, .type = type, .from = type});
  REQUIRE((function != nullptr));
  for (int i = 0; i < 50; ++i) {
    const Lanes a = lanes_of(type, random), b = lanes_of(type, random);
    Lanes out;
    (void)function(out, a, b, b);
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const T x = static_cast<T>(a[lane]), y = static_cast<T>(b[lane]);
      const auto expected = extended(static_cast<std::uint64_t>(f(x, y)), type);
      CAPTURE(static_cast<int>(op));
      CAPTURE(a[lane]);
      CAPTURE(b[lane]);
      REQUIRE(out[lane] == expected);
    }
  }
}

template <class T>
void check_integers(Type type) {
  using W = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  using U = std::make_unsigned_t<T>;
  check<T>(Op::add, type,
           [](T x, T y) { return static_cast<U>(static_cast<U>(x) + static_cast<U>(y)); });
  check<T>(Op::sub, type,
           [](T x, T y) { return static_cast<U>(static_cast<U>(x) - static_cast<U>(y)); });
  check<T>(Op::mul, type, [](T x, T y) {
    return static_cast<U>(std::uint64_t{static_cast<U>(x)} * static_cast<U>(y));
  });
  check<T>(Op::bit_xor, type, [](T x, T y) { return static_cast<U>(x ^ y); });
  check<T>(Op::bit_not, type, [](T x, T) { return static_cast<U>(~x); });
  check<T>(Op::min, type, [](T x, T y) { return x < y ? x : y; });
  check<T>(Op::max, type, [](T x, T y) { return x < y ? y : x; });
  const auto lowest_by_minus_one = [](T x, T y) {
    return std::is_signed_v<T> && y == static_cast<T>(-1) && x == std::numeric_limits<T>::min();
  };
  check<T>(Op::div, type, [&](T x, T y) -> W {
    return y == 0 ? 0 : lowest_by_minus_one(x, y) ? W{x} : W{x} / W{y};
  });
  check<T>(Op::rem, type,
           [&](T x, T y) -> W { return y == 0 || lowest_by_minus_one(x, y) ? 0 : W{x} % W{y}; });
  constexpr std::uint64_t width = sizeof(T) * 8;
  const auto by = [](T y) {
    return sizeof(T) == 8 ? static_cast<std::uint64_t>(y)
                          : std::uint64_t{static_cast<std::uint32_t>(y)};
  };
  check<T>(Op::shift_left, type, [&](T x, T y) {
    return by(y) >= width ? U{0} : static_cast<U>(std::uint64_t{static_cast<U>(x)} << by(y));
  });
  check<T>(Op::shift_right, type,
           [&](T x, T y) -> W { return by(y) >= width ? (x < 0 ? W{} - 1 : 0) : W{x} >> by(y); });
}

}  // namespace

TEST_CASE("arithmetic: integers wrap, and divide towards zero") {
  check_integers<std::int8_t>(Type::i8);
  check_integers<std::uint8_t>(Type::u8);
  check_integers<std::int16_t>(Type::i16);
  check_integers<std::uint16_t>(Type::u16);
  check_integers<std::int32_t>(Type::i32);
  check_integers<std::uint32_t>(Type::u32);
  check_integers<std::int64_t>(Type::i64);
  check_integers<std::uint64_t>(Type::u64);
}

TEST_CASE("arithmetic: by a constant power of two as by any other number") {
  Random random(31);
  for (const Type type : {Type::i32, Type::u32, Type::i64, Type::u64})
    for (const Op op : {Op::mul, Op::fma, Op::div, Op::rem})
      for (int by = 0; by <= 30; ++by)
        for (int i = 0; i < 20; ++i) {
          const Lanes a = lanes_of(type, random), c = lanes_of(type, random);
          Lanes power, out, expected;
          power.at.fill(std::uint64_t{1} << by);
          REQUIRE((power_function(op, type) != nullptr));
          CHECK(power_function(op, type)(out, a, power, c) == 0);
          (void)lane_function({.op = op, .type = type})(expected, a, power, c);
          CAPTURE(by);
          for (int lane = 0; lane < warp_lanes; ++lane) REQUIRE(out[lane] == expected[lane]);
        }
}

TEST_CASE("arithmetic: faults name their lanes") {
  Lanes a, b, out;
  for (int lane = 0; lane < warp_lanes; ++lane)
    a[lane] = bits_of(std::int32_t{1} << 30), b[lane] = static_cast<std::uint64_t>(lane);
  CHECK(lane_function({.op = Op::div, .type = Type::i32})(out, a, b, b) == 1u);
  CHECK(lane_function({.op = Op::mul, .type = Type::i32, .checked = true})(out, a, b, b) ==
        0xfffffffcu);
  CHECK(lane_function({.op = Op::mul, .type = Type::i32})(out, a, b, b) == 0u);
  CHECK(lane_function({.op = Op::fma, .type = Type::i32, .checked = true})(out, b, b, a) == 0u);
  CHECK(lane_function({.op = Op::add, .type = Type::u32, .checked = true})(out, a, a, b) ==
        0u);  // unsigned wraps by right
}

TEST_CASE("arithmetic: floats are those of C, with numbers before NaN in min and max") {
  const float values[] = {0.0f,     -0.0f,     1.5f, -2.25f,    3e38f,       1e-42f,
                          INFINITY, -INFINITY, NAN,  0x1p-126f, 16777217.0f, 1 / 3.0f};
  const auto one = [](Op op, float x, float y, float z = 0) {
    Lanes a, b, c, out;
    a[0] = bits_of(x), b[0] = bits_of(y), c[0] = bits_of(z);
    (void)lane_function({.op = op, .type = Type::f32})(out, a, b, c);
    return out[0];
  };
  const auto same = [](std::uint64_t bits, float expected) {
    return std::isnan(expected) ? std::isnan(value_in<float>(bits)) : bits == bits_of(expected);
  };
  for (const float x : values)
    for (const float y : values) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(same(one(Op::add, x, y), x + y));
      CHECK(same(one(Op::sub, x, y), x - y));
      CHECK(same(one(Op::mul, x, y), x * y));
      CHECK(same(one(Op::div, x, y), x / y));
      CHECK(one(Op::less, x, y) == (x < y));
      CHECK(one(Op::not_equal, x, y) == (x != y));
      for (const float z : values) CHECK(same(one(Op::fma, x, y, z), std::fma(x, y, z)));
      if (!std::isnan(x) && !std::isnan(y) && x != y)
        CHECK(same(one(Op::min, x, y), std::min(x, y)));
    }
  CHECK(same(one(Op::min, NAN, 2), 2));
  CHECK(same(one(Op::max, 2, NAN), 2));
  CHECK(same(one(Op::min, 0.0f, -0.0f), -0.0f));
  CHECK(same(one(Op::max, -0.0f, 0.0f), 0.0f));
}

namespace {

// Rounded once; nothing where that is not known: the library of WebAssembly rounds what lies in the
// middle of two floats up, and a long double there has 113 bits.
std::optional<float> fma_of(float x, float y, float z) {
#ifdef __EMSCRIPTEN__
  const long double product = static_cast<long double>(x) * y;
  const bool near = product == 0 || z == 0 || !std::isfinite(z) || !std::isfinite(x * y) ||
                    std::abs(std::ilogb(product) - std::ilogb(z)) < 60;
  if (!near) return std::nullopt;
  return static_cast<float>(product + z);
#else
  return std::fma(x, y, z);
#endif
}

}  // namespace

TEST_CASE("arithmetic: products and sums of floats without an instruction are rounded once") {
  Random random(9);
  const auto any = [&] {  // of any size, or such that sums of products lie near the middle
    const auto bits = static_cast<std::uint32_t>(random.next());
    const std::uint32_t few = (bits & 0xf) == 0 ? 0x807fffff : bits << 8 >> 3;
    switch (random.below(4)) {
      case 0:
        return value_in<float>(bits);
      case 1:
        return value_in<float>(bits & few);
      case 2:
        return std::ldexp(static_cast<float>(bits >> 8), static_cast<int>(bits & 63) - 40);
      default:
        return std::ldexp(static_cast<float>(bits >> 8 | 1), -static_cast<int>(bits & 127) - 60);
    }
  };
  int tiny = 0;
  for (int i = 0; i < tries(2'000'000); ++i) {
    const float x = any(), y = any();
    float z = any();
    if (random.below(3) == 0)  // near the product, or a little beside its bits
      z = std::ldexp(x * y, static_cast<int>(random.below(60)) - 30);
    const auto expected = fma_of(x, y, z);
    const float found = fused(x, y, z);
    if (!expected) continue;
    tiny += std::fabs(*expected) < 0x1p-126f && *expected != 0;
    if (std::isnan(*expected)) {
      REQUIRE(std::isnan(found));
      continue;
    }
    CAPTURE(x);
    CAPTURE(y);
    CAPTURE(z);
    REQUIRE(bits_of(found) == bits_of(*expected));
  }
  CHECK(tiny > 1000);
  // Half a step between numbers below the smallest normal one, and a little more or less.
  CHECK(fused(0x1p-75f, 0x1.000002p-75f, 0x1p-127f) == 0x1p-127f + 0x1p-149f);
  CHECK(fused(0x1p-75f, 0x1.fffffep-76f, 0x1p-127f) == 0x1p-127f);
}

TEST_CASE("arithmetic: halves are rounded once") {
  Random random(7);
  for (const Type type : {Type::f16, Type::bf16}) {
    const Lanes a = lanes_of(type, random), b = lanes_of(type, random), c = lanes_of(type, random);
    Lanes sum, product, fused, quotient;
    (void)half_function(Op::add, type)(sum, a, b, c);
    (void)half_function(Op::mul, type)(product, a, b, c);
    (void)half_function(Op::div, type)(quotient, a, b, c);
    (void)half_function(Op::fma, type)(fused, a, b, c);
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const double x = half_value(a[lane], type), y = half_value(b[lane], type),
                   z = half_value(c[lane], type);
      const auto near = [&](std::uint64_t bits, long double exact) {
        if (std::isnan(exact)) return std::isnan(half_value(bits, type));
        // No neighbor is nearer; a long double holds these results, or enough of them.
        const long double found = half_value(bits, type);
        if (std::isinf(found))
          return std::fabs(exact) > half_value(type == Type::f16 ? 0x7bff : 0x7f7f, type);
        const long double below = half_value((bits - 1) & 0xffff, type),
                          above = half_value((bits + 1) & 0xffff, type);
        return !(std::fabs(below - exact) < std::fabs(found - exact)) &&
               !(std::fabs(above - exact) < std::fabs(found - exact));
      };
      CHECK(near(sum[lane], static_cast<long double>(x) + y));
      CHECK(near(product[lane], static_cast<long double>(x) * y));
      CHECK(near(quotient[lane], static_cast<long double>(x) / y));
      CHECK(near(fused[lane], static_cast<long double>(x) * y + z));
    }
  }
  // 2048 + 1 lies in the middle; a product that is a little above it tips the sum.
  Lanes a, b, c, out;
  a[0] = half_bits(1 + 0x1p-10, Type::f16), b[0] = half_bits(1 + 0x1p-10, Type::f16),
  c[0] = half_bits(2048, Type::f16);
  (void)half_function(Op::fma, Type::f16)(out, a, b, c);
  CHECK(half_value(out[0], Type::f16) == 2050);
}

TEST_CASE("arithmetic: conversions saturate, and round once") {
  const auto converted = [](Type to, Type from, std::uint64_t bits) {
    Lanes a, out;
    a[0] = bits;
    (void)conversion(to, from)(out, a, a, a);
    return out[0];
  };
  CHECK(converted(Type::i32, Type::f32, bits_of(-3.9f)) == bits_of(-3));
  CHECK(converted(Type::i32, Type::f32, bits_of(3e9f)) == bits_of(std::numeric_limits<int>::max()));
  CHECK(converted(Type::i32, Type::f32, bits_of(NAN)) == 0);
  CHECK(converted(Type::u32, Type::f32, bits_of(-1.0f)) == 0);
  CHECK(converted(Type::i64, Type::f64, bits_of(1e300)) ==
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  CHECK(converted(Type::u8, Type::i32, bits_of(-1)) == 255);
  CHECK(converted(Type::i8, Type::i32, 200) == bits_of(-56));
  CHECK(converted(Type::f32, Type::i32, bits_of(16777217)) == bits_of(16777216.0f));
  CHECK(converted(Type::f32, Type::u64, ~std::uint64_t{0}) == bits_of(0x1p64f));
  CHECK(converted(Type::boolean, Type::f64, bits_of(-0.0)) == 0);
  CHECK(converted(Type::f16, Type::f32, bits_of(1e6f)) == 0x7c00);
  CHECK(converted(Type::bf16, Type::f32, bits_of(1.00390625f)) == 0x3f80);  // the middle: to even
  CHECK(converted(Type::f16, Type::i32, bits_of(2049)) ==
        converted(Type::f16, Type::i32, bits_of(2048)));
  CHECK(converted(Type::f64, Type::f32, bits_of(0.1f)) == bits_of(static_cast<double>(0.1f)));
  // Twice rounded, this double would become 1 + 2⁻¹⁰ in f16 by way of the middle between two
  // floats.
  CHECK(half_value(converted(Type::f16, Type::f64, bits_of(1 + 0x1p-11 + 0x1p-40)), Type::f16) ==
        1 + 0x1p-10);
}

}  // TESTS_OF(core::cuda::arithmetic)
