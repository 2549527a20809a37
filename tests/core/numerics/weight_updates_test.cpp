#include "core/numerics/weight_updates.hpp"

#include <cmath>
#include <map>

#include "core/numerics/convert.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::numerics::weight_updates) {

using namespace loom;
using namespace loom::numerics;

namespace {

constexpr const char* ids[] = {"fp32", "tf32", "fp16", "bf16", "e4m3",
                               "e5m2", "e3m2", "e2m3", "e2m1"};

// How likely each weight is after `count` stochastic updates: worked out, not drawn.
std::map<double, double> distribution(const Format& format, double start, double update,
                                      int count) {
  std::map<double, double> now = {{start, 1.}};
  for (int i = 0; i < count; ++i) {
    std::map<double, double> next;
    for (const auto& [weight, share] : now) {
      // Neighbors by code; every number here is positive and below the largest.
      const double exact = weight + update;
      const std::uint32_t code = encode(format, exact, Overflow::saturate, Rounding::toward_zero);
      const double below = decode(format, code), above = decode(format, code + 1);
      const double up = (exact - below) / (above - below);
      next[below] += share * (1 - up);
      if (up > 0) next[above] += share * up;
    }
    now = std::move(next);
  }
  return now;
}

}  // namespace

TEST_CASE("a rounder does what encode() and decode() do, with the same draws") {
  for (const char* id : ids) {
    CAPTURE(id);
    const Format& format = *find_format(id);
    const Rounder rounder(format);
    Random values(1), one(2), other(2);
    const double largest = decode(format, format.max_code());
    for (int i = 0; i < tries(20'000); ++i) {
      const int low = 1 - format.bias - format.mantissa_bits - 2;
      const auto binades = static_cast<std::uint32_t>(std::ilogb(largest) + 3 - low);
      double value = std::ldexp(1 + values.unit(), low + static_cast<int>(values.below(binades)));
      if (i % 3 == 0)  // on a tie or a number of the format
        value = std::ldexp(std::floor(std::ldexp(value, 30 - std::ilogb(value)) / 0x1p24),
                           std::ilogb(value) - 6);
      if (i % 2 == 0) value = -value;
      if (i == 0) value = 0;
      CAPTURE(value);
      const double nearest = decode(format, encode(format, value, Overflow::saturate));
      REQUIRE(rounder.nearest(value) == nearest);
      REQUIRE(std::signbit(rounder.nearest(value)) == std::signbit(nearest));
      REQUIRE(
          rounder.stochastic(value, one) ==
          decode(format, encode(format, value, Overflow::saturate, Rounding::stochastic, &other)));
      const auto [below, above, share] = rounder.between(value);
      if (std::fabs(value) <= largest) {
        REQUIRE(below <= value);
        REQUIRE(above >= value);
        REQUIRE((nearest == below || nearest == above));
        REQUIRE(below + share * (above - below) == doctest::Approx(value));
        REQUIRE((share == 0) == (below == above));
      } else {
        REQUIRE(below == above);
        REQUIRE(std::fabs(below) == largest);
      }
    }
  }
}

TEST_CASE("to nearest, small updates are lost") {
  // 1,024 updates of 1/1024: half of the gap above 1 is 1/256.
  const auto weights = nearest_updates(Rounder(*find_format("bf16")), 1, 0x1p-10, 1024);
  REQUIRE(weights.size() == 1025);
  for (double weight : weights) CHECK(weight == 1);
  // Ones onto zero: where a running sum stops.
  const struct {
    const char* id;
    double last;
  } stops[] = {{"e2m1", 4},  {"e2m3", 7.5}, {"e3m2", 8},    {"e5m2", 8},
               {"e4m3", 16}, {"bf16", 256}, {"fp16", 2048}, {"tf32", 2048}};
  for (const auto& stop : stops) {
    CAPTURE(stop.id);
    CHECK(nearest_updates(Rounder(*find_format(stop.id)), 0, 1, 3000).back() == stop.last);
  }
  CHECK(nearest_updates(Rounder(*find_format("fp32")), 1, 0x1p-10, 1024).back() == 2);
}

TEST_CASE(
    "stochastic updates have the exact weight as their mean, and the spread that theory has") {
  const struct {
    const char* id;
    double start, update;
    int count;
  } cases[] = {{"bf16", 1, 0x1p-10, 256},
               {"e4m3", 1, 0x1p-6, 40},
               {"e2m3", 1, 0x1p-6, 48},
               {"e5m2", 0x1p-15, 0x1p-20, 100}};
  for (const auto& c : cases) {
    CAPTURE(c.id);
    const Format& format = *find_format(c.id);
    double mean = 0, square = 0, all = 0;
    for (const auto& [weight, share] : distribution(format, c.start, c.update, c.count)) {
      all += share;
      mean += share * weight;
      square += share * weight * weight;
    }
    const double exact = c.start + c.count * c.update, variance = square - mean * mean;
    CHECK(all == doctest::Approx(1).epsilon(1e-12));
    CHECK(mean == doctest::Approx(exact).epsilon(1e-12));

    constexpr int runs = 4000;
    const Rounder rounder(format);
    Random random(9);
    double drawn = 0, squares = 0;
    for (int run = 0; run < runs; ++run) {
      const double weight = stochastic_updates(rounder, c.start, c.update, c.count, random).back();
      drawn += weight / runs;
      squares += (weight - exact) * (weight - exact) / runs;
    }
    CHECK(std::fabs(drawn - exact) < 5 * std::sqrt(variance / runs));
    CHECK(squares == doctest::Approx(variance).epsilon(0.15));
  }
}

TEST_CASE("the BF16 walk: a step of 1/128 with probability 1/8 each time") {
  const Rounder bf16(*find_format("bf16"));
  const auto first = bf16.between(1 + 0x1p-10);
  CHECK(first.below == 1);
  CHECK(first.above == 1 + 0x1p-7);
  CHECK(first.share == 0.125);
  Random random(1);
  const auto weights = stochastic_updates(bf16, 1, 0x1p-10, 600, random);
  int up = 0;
  for (size_t i = 1; i < weights.size(); ++i) {
    const double step = weights[i] - weights[i - 1];
    CHECK((step == 0 || step == 0x1p-7));
    up += step > 0;
  }
  CHECK(up > 40);
  CHECK(up < 110);  // 75 expected, standard deviation 8
}

TEST_CASE("the largest number is a wall for both") {
  const Rounder e2m1(*find_format("e2m1"));
  Random random(3);
  CHECK(stochastic_updates(e2m1, 4, 1, 200, random).back() == 6);
  CHECK(nearest_updates(e2m1, 6, 1, 5).back() == 6);
  CHECK(e2m1.stochastic(100, random) == 6);
}

}  // TESTS_OF(core::numerics::weight_updates)
