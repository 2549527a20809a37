#include "core/numerics/convert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/numerics/bits.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::convert) {

using namespace loom::numerics;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::uint32_t code(const char* id, double value, Overflow overflow = Overflow::saturate,
                   Rounding rounding = Rounding::nearest_even) {
  return encode(*find_format(id), value, overflow, rounding);
}

// The nearest number, found by looking at all of them; of two equally near ones the one with the
// even code. For finite numbers that do not overflow.
std::uint32_t nearest_of_all(const Format& format, double value) {
  std::uint32_t best = 0;
  double least = infinity;
  for (std::uint32_t candidate = 0; candidate <= format.max_code(); ++candidate) {
    const double distance = std::fabs(decode(format, candidate) - std::fabs(value));
    if (distance < least || (distance == least && candidate % 2 == 0)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

bool small_and_signed(const Format& format) { return format.bits() <= 8 && format.has_sign; }

}  // namespace

TEST_CASE("the same number in every format") {
  struct Row {
    double value;
    std::uint32_t fp16, bf16, e4m3, e5m2, e3m2, e2m3, e2m1;
  };
  const Row rows[] = {
      {0.1, 0x2e66, 0x3dcd, 0x1d, 0x2e, 0x02, 0x01, 0x0},
      {1.0 / 3, 0x3555, 0x3eab, 0x2b, 0x35, 0x05, 0x03, 0x1},
      {3.14159, 0x4248, 0x4049, 0x45, 0x42, 0x12, 0x15, 0x5},
      {17, 0x4c40, 0x4188, 0x58, 0x4c, 0x1c, 0x1f, 0x7},
      {300, 0x5cb0, 0x4396, 0x79, 0x5d, 0x1f, 0x1f, 0x7},
      {0.001, 0x1419, 0x3a83, 0x01, 0x14, 0x00, 0x00, 0x0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    const double value = static_cast<double>(static_cast<float>(row.value));
    CHECK(code("fp16", value) == row.fp16);
    CHECK(code("bf16", value) == row.bf16);
    CHECK(code("e4m3", value) == row.e4m3);
    CHECK(code("e5m2", value) == row.e5m2);
    CHECK(code("e3m2", value) == row.e3m2);
    CHECK(code("e2m3", value) == row.e2m3);
    CHECK(code("e2m1", value) == row.e2m1);
  }
}

TEST_CASE("every code of the formats of at most 16 bits comes back") {
  for (const Format& format : formats()) {
    if (format.bits() > 16) continue;
    CAPTURE(format.id);
    for (std::uint32_t original = 0; original < format.codes(); ++original) {
      const double value = decode(format, original);
      for (Overflow overflow : {Overflow::saturate, Overflow::ieee}) {
        if (std::isinf(value) && overflow == Overflow::saturate) continue;
        const std::uint32_t back = encode(format, value, overflow);
        if (std::isnan(value))
          REQUIRE(std::isnan(decode(format, back)));
        else
          REQUIRE(back == original);
      }
    }
  }
}

TEST_CASE("midpoints go to the even code, E8M0's to the larger, and a hair decides") {
  for (const Format& format : formats()) {
    if (format.bits() > 16) continue;
    CAPTURE(format.id);
    const bool larger = format.specials == Specials::scale;
    for (std::uint32_t below = 0; below < format.max_code(); ++below) {
      const double middle = (decode(format, below) + decode(format, below + 1)) / 2;
      const std::uint32_t tie = larger ? below + 1 : below + below % 2;
      for (Overflow overflow : {Overflow::saturate, Overflow::ieee}) {
        REQUIRE(encode(format, middle, overflow) == tie);
        REQUIRE(encode(format, std::nextafter(middle, 0), overflow) == below);
        REQUIRE(encode(format, std::nextafter(middle, infinity), overflow) == below + 1);
        if (format.has_sign)
          REQUIRE(decode(format, encode(format, -middle, overflow)) == -decode(format, tie));
      }
    }
  }
}

TEST_CASE("the nearest of all, for random numbers of every size") {
  loom::Random random(4);
  for (const Format& format : formats()) {
    if (!small_and_signed(format)) continue;
    CAPTURE(format.id);
    const double largest = decode(format, format.max_code());
    for (int i = 0; i < 3000; ++i) {
      const double value = std::ldexp(random.unit(), static_cast<int>(random.below(40)) - 20);
      if (value > largest) continue;
      REQUIRE(encode(format, value, Overflow::saturate) == nearest_of_all(format, value));
    }
  }
}

TEST_CASE("overflow: where it begins, and what becomes of it") {
  CHECK(code("e4m3", 464) == 0x7e);  // a tie: 448 is even
  CHECK(code("e4m3", 464.0001) == 0x7e);
  CHECK(code("e4m3", 464, Overflow::ieee) == 0x7e);
  CHECK(code("e4m3", 464.0001, Overflow::ieee) == 0x7f);
  CHECK(code("e4m3", -infinity, Overflow::ieee) == 0xff);
  CHECK(code("e4m3", -infinity) == 0xfe);
  CHECK(code("e5m2", 61439, Overflow::ieee) == 0x7b);
  CHECK(code("e5m2", 61440, Overflow::ieee) == 0x7c);  // a tie: 57344 is odd
  CHECK(code("e5m2", 61440) == 0x7b);
  CHECK(code("e5m2", -1e9, Overflow::ieee) == 0xfc);
  CHECK(code("fp16", 65519.9, Overflow::ieee) == 0x7bff);
  CHECK(code("fp16", 65520, Overflow::ieee) == 0x7c00);
  CHECK(code("fp16", 65520) == 0x7bff);
  CHECK(code("bf16", static_cast<double>(float_from_bits(0x7f7f7fff)), Overflow::ieee) == 0x7f7f);
  CHECK(code("bf16", static_cast<double>(float_from_bits(0x7f7f8000)), Overflow::ieee) == 0x7f80);
  CHECK(code("e4m3fnuz", 1e9, Overflow::ieee) == 0x80);
  CHECK(code("e4m3fnuz", -1e9) == 0xff);
  for (Overflow overflow : {Overflow::saturate, Overflow::ieee}) {
    CHECK(code("e2m1", 100, overflow) == 0x7);
    CHECK(code("e2m1", -infinity, overflow) == 0xf);
    CHECK(code("e3m2", 28.1, overflow) == 0x1f);
    CHECK(code("e2m3", -8, overflow) == 0x3f);
  }
  CHECK(code("e8m0", 1e300) == 0xfe);
  for (const Format& format : formats()) {  // the ends of FP64
    CAPTURE(format.id);
    CHECK(encode(format, 0x1.fffffffffffffp1023, Overflow::saturate) == format.max_code());
    CHECK(encode(format, 0x1p1023, Overflow::ieee, Rounding::toward_zero) == format.max_code());
    CHECK(encode(format, 0x1p-1074, Overflow::ieee) == 0);
    CHECK(encode(format, 0x1.8p-1022, Overflow::ieee, Rounding::toward_zero) == 0);
  }
  CHECK(code("e8m0", 1e300, Overflow::ieee) == 0xff);
}

TEST_CASE("overflow, as usual: IEEE arithmetic's formats to infinity, the others saturate") {
  for (const Format& format : formats()) {
    const bool arithmetic =
        format.id == "fp32" || format.id == "tf32" || format.id == "fp16" || format.id == "bf16";
    CHECK((usual_overflow(format) == Overflow::ieee) == arithmetic);
  }
}

TEST_CASE("overflow: the tie beyond which numbers round to more than the largest") {
  for (const char* id : {"fp16", "bf16", "tf32", "e5m2", "e4m3"}) {
    CAPTURE(id);
    const Format& format = *find_format(id);
    const double tie = overflow_tie(format);
    const auto overflows = [&](double value) {
      return !std::isfinite(decode(format, encode(format, value, Overflow::ieee)));
    };
    CHECK_FALSE(overflows(std::nextafter(tie, 0)));
    CHECK(overflows(std::nextafter(tie, HUGE_VAL)));
    CHECK(overflows(tie) == (format.max_code() % 2 == 1));
  }
}

TEST_CASE("what becomes of a number, directly or by way of FP16") {
  const Format &e4m3 = *find_format("e4m3"), &half = *find_format("fp16"),
               &bf16 = *find_format("bf16");
  // FP16 makes 1.0625 of it, a tie, which goes to 1; directly 1.125 is nearer.
  const double x = 1.0626;
  const Conversion direct = convert(e4m3, x, {}), twice = convert(e4m3, x, {.half_first = true});
  CHECK(direct.from == x);
  CHECK(direct.value == 1.125);
  CHECK(direct.error == doctest::Approx(0.0624 / 1.0626));
  CHECK(twice.from == 1.0625);
  CHECK(twice.value == 1);
  CHECK(decode(e4m3, twice.code) == 1);
  CHECK(convert(bf16, x, {.half_first = true}).from == x);  // not narrow enough
  CHECK(convert(e4m3, 1e9, {}).value == 448);
  CHECK(std::isnan(convert(e4m3, 1e9, {.overflow = Overflow::ieee}).value));
  CHECK(convert(half, 1e9, {.overflow = Overflow::saturate}).value == 65504);
  CHECK(convert(half, 1e9, {}).error == -1);
  CHECK(convert(half, 0, {}).error == -1);
  // A draw for each seed: as often up as x is on the way there.
  int up = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const ConvertOptions drawn{.rounding = Rounding::stochastic, .seed = seed};
    up += convert(e4m3, 1.025, drawn).value > 1.025;
    CHECK(convert(e4m3, 1.025, drawn).value == convert(e4m3, 1.025, drawn).value);
  }
  CHECK(up > 150);
  CHECK(up < 250);
}

TEST_CASE("underflow: the largest number that rounds to zero") {
  const std::pair<const char*, double> ties[] = {
      {"e4m3", 0x1p-10}, {"e5m2", 0x1p-17}, {"e3m2", 0x1p-5},  {"e2m3", 0x1p-4},
      {"e2m1", 0.25},    {"fp16", 0x1p-25}, {"bf16", 0x1p-134}};
  for (const auto& each : ties) {
    const auto [id, tie] = each;
    CAPTURE(each.first);
    CHECK(code(id, tie) == 0);
    CHECK(code(id, std::nextafter(tie, 1)) == 1);
    CHECK(code(id, -tie) == find_format(id)->sign_bit());  // −0
  }
}

TEST_CASE("NaN, zeros and what a format has no code for") {
  CHECK(code("e4m3", not_a_number) == 0x7f);
  CHECK(std::isnan(decode(*find_format("e5m2"), code("e5m2", not_a_number))));
  CHECK(code("e4m3fnuz", not_a_number) == 0x80);
  CHECK(code("e8m0", not_a_number) == 0xff);
  CHECK(code("ue4m3", not_a_number) == 0x7f);
  CHECK(code("e2m1", not_a_number) == 0x7);
  CHECK(code("e3m2", -not_a_number) == 0x1f);
  CHECK(code("e2m3", not_a_number, Overflow::ieee) == 0x1f);
  CHECK(code("e2m1", -0.1) == 0x8);
  CHECK(code("e4m3", -0.0) == 0x80);
  CHECK(code("e4m3fnuz", -0.0) == 0);
  CHECK(code("e4m3fnuz", -1e-9) == 0);
  CHECK(code("ue4m3", -3) == 0);
  CHECK(code("e8m0", 0) == 0);
  CHECK(code("e8m0", -4) == 129);
}

TEST_CASE("E8M0 rounds to a power of two, ties to the larger") {
  CHECK(code("e8m0", 1) == 127);
  CHECK(code("e8m0", 1.49) == 127);
  CHECK(code("e8m0", 1.5) == 128);
  CHECK(code("e8m0", 3) == 129);
  CHECK(code("e8m0", 0x1p-127) == 0);
  CHECK(code("e8m0", 0x1p-140) == 0);
  CHECK(code("e8m0", 0x1.8p-127) == 1);
}

TEST_CASE("toward zero never grows, and nothing finite becomes infinite") {
  loom::Random random(9);
  for (const Format& format : formats()) {
    if (!format.has_sign || format.bits() > 16) continue;
    CAPTURE(format.id);
    for (int i = 0; i < 2000; ++i) {
      const double value = std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(60)) - 25);
      const std::uint32_t cut = encode(format, value, Overflow::ieee, Rounding::toward_zero);
      const double kept = decode(format, cut);
      REQUIRE(std::isfinite(kept));
      REQUIRE(std::fabs(kept) <= std::fabs(value));
      const std::uint32_t size = cut & ~format.sign_bit();
      if (size < format.max_code()) REQUIRE(decode(format, size + 1) > std::fabs(value));
    }
  }
}

TEST_CASE("stochastic rounding gives one of two neighbors, and the number itself on average") {
  const Format& e2m1 = *find_format("e2m1");
  loom::Random random(1);
  struct Case {
    double value;
    std::uint32_t below;
    double share;
  };
  for (const auto& [value, below, share] : {Case{0.3, 0, 0.6}, Case{2.2, 4, 0.2}, Case{3, 5, 0}}) {
    constexpr int draws = 20000;
    int ups = 0;
    for (int i = 0; i < draws; ++i) {
      const std::uint32_t drawn =
          encode(e2m1, value, Overflow::saturate, Rounding::stochastic, &random);
      REQUIRE((drawn == below || drawn == below + 1));
      ups += drawn == below + 1;
    }
    CHECK(static_cast<double>(ups) / draws == doctest::Approx(share).epsilon(0.03));
  }
}

TEST_CASE("stochastic rounding is fair in every format, on both sides of zero") {
  loom::Random random(2);
  for (const Format& format : formats())
    for (int round = 0; round < 12; ++round) {
      CAPTURE(format.id);
      // Subnormal, where there are such, and normal ones.
      const int lowest = 2 - format.bias - format.mantissa_bits;
      const double value = std::ldexp(1 + random.unit(), round % 3 == 0 ? lowest : round % 3) *
                           (format.has_sign && round % 2 == 1 ? -1 : 1);
      if (std::fabs(value) >= decode(format, format.max_code())) continue;
      const double below = decode(format,
                                  encode(format, value, Overflow::saturate, Rounding::toward_zero)),
                   share =
                       (value - below) / (decode(format, encode(format, value, Overflow::saturate,
                                                                Rounding::toward_zero) +
                                                             1) -
                                          below);
      constexpr int draws = 4000;
      int ups = 0;
      for (int i = 0; i < draws; ++i)
        ups += decode(format, encode(format, value, Overflow::saturate, Rounding::stochastic,
                                     &random)) != below;
      const double spread = std::sqrt(share * (1 - share) / draws);
      CHECK(std::fabs(static_cast<double>(ups) / draws - share) < 5 * spread + 1e-12);
    }
}

TEST_CASE("what a format has stays, however it is rounded, and order is kept") {
  loom::Random random(3);
  for (const Format& format : formats())
    for (Overflow overflow : {Overflow::saturate, Overflow::ieee})
      for (Rounding rounding :
           {Rounding::nearest_even, Rounding::toward_zero, Rounding::stochastic}) {
        CAPTURE(format.id);
        std::vector<std::pair<double, double>> seen;
        for (int i = 0; i < 400; ++i) {
          const int reach = i % 2 == 0 ? 1 << (format.exponent_bits - 1) : 6;
          const double value = std::ldexp(
              random.unit() * 2 - 1,
              static_cast<int>(random.below(static_cast<std::uint32_t>(2 * reach + 4))) - reach);
          const std::uint32_t once = encode(format, value, overflow, rounding, &random);
          const double kept = decode(format, once);
          if (std::isnan(kept)) continue;  // whose sign is lost
          for (Rounding again :
               {Rounding::nearest_even, Rounding::toward_zero, Rounding::stochastic})
            REQUIRE(encode(format, kept, overflow, again, &random) == once);
          seen.emplace_back(value, kept);
        }
        if (rounding == Rounding::stochastic || format.specials == Specials::scale) continue;
        std::sort(seen.begin(), seen.end());
        for (size_t i = 1; i < seen.size(); ++i) REQUIRE(seen[i - 1].second <= seen[i].second);
      }
}

TEST_CASE("many at once give the same codes and values as one at a time") {
  std::vector<float> values;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32);
       bits += 65521)  // a prime: all exponents, odd mantissas
    values.push_back(float_from_bits(static_cast<std::uint32_t>(bits)));
  for (const Format& format : formats()) {
    if (format.bits() > 16) continue;
    CAPTURE(format.id);
    std::vector<float> inputs = values;
    for (std::uint32_t below = 0; below < format.max_code(); ++below) {
      const auto middle =
          static_cast<float>((decode(format, below) + decode(format, below + 1)) / 2);
      for (float near : {middle, std::nextafter(middle, 0.f), std::nextafter(middle, HUGE_VALF)}) {
        inputs.push_back(near);
        inputs.push_back(-near);
      }
    }
    std::vector<std::uint16_t> codes(inputs.size());
    for (Overflow overflow : {Overflow::saturate, Overflow::ieee}) {
      encode_all(format, inputs, overflow, codes);
      for (size_t i = 0; i < inputs.size(); ++i)
        if (codes[i] != encode(format, static_cast<double>(inputs[i]), overflow)) {
          CAPTURE(inputs[i]);
          REQUIRE(codes[i] == encode(format, static_cast<double>(inputs[i]), overflow));
        }
    }
    std::vector<std::uint16_t> all(static_cast<size_t>(format.codes()));
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
    std::vector<float> decoded(all.size());
    decode_all(format, all, decoded);
    for (size_t i = 0; i < all.size(); ++i) {
      const double one = decode(format, all[i]);
      if (std::isnan(one))
        REQUIRE(std::isnan(decoded[i]));
      else
        REQUIRE(to_bits(static_cast<double>(decoded[i])) == to_bits(one));
    }
  }
}

}  // TESTS_OF(core::numerics::convert)
