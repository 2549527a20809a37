#include "core/random.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>
#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(core::random) {

using loom::Random;

// The published reference code's first numbers for this seed.
TEST_CASE("SplitMix64's published sequence") {
  Random random(1234567);
  for (std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                 4593380528125082431u, 16408922859458223821u})
    CHECK(random.next() == expected);
}

TEST_CASE("bounded numbers cover the range evenly, for bounds that divide 2^32 and for others") {
  Random random(7);
  for (std::uint32_t bound : {1u, 2u, 3u, 7u, 32u, 1000u, 4294967295u}) {
    CAPTURE(bound);
    std::vector<int> counts(bound <= 1000 ? bound : 1, 0);
    for (int i = 0; i < 100000; ++i) {
      const std::uint32_t value = random.below(bound);
      REQUIRE(value < bound);
      if (bound <= 1000) ++counts[value];
    }
    // Chi squared: its mean is bound − 1, its deviation √(2·(bound − 1)). Six deviations are never
    // met by luck.
    if (bound > 1000 || bound == 1) continue;
    double chi = 0;
    const double even = 100000.0 / bound;
    for (int count : counts) chi += (count - even) * (count - even) / even;
    const double degrees = bound - 1.0;
    CHECK(std::abs(chi - degrees) < 6 * std::sqrt(2 * degrees) + 6);
  }
}

TEST_CASE("units lie in [0, 1) with mean one half") {
  Random random(99);
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double unit = random.unit();
    REQUIRE((unit >= 0 && unit < 1));
    sum += unit;
  }
  CHECK(sum / 100000 == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("normal numbers: moments, shares within so many deviations, and no memory") {
  constexpr int count = 200000;
  Random random(2024);
  double sums[5] = {}, product = 0, before = 0;
  int within[3] = {};
  for (int i = 0; i < count; ++i) {
    const double x = random.normal();
    double power = 1;
    for (double& sum : sums) {
      sum += power;
      power *= x;
    }
    for (int k = 0; k < 3; ++k) within[k] += std::fabs(x) < k + 1;
    product += x * before;
    before = x;
  }
  // Five standard errors each: √(1/n), √(2/n), √(15/n), √(96/n).
  CHECK(std::fabs(sums[1] / count) < 0.012);
  CHECK(std::fabs(sums[2] / count - 1) < 0.016);
  CHECK(std::fabs(sums[3] / count) < 0.044);
  CHECK(std::fabs(sums[4] / count - 3) < 0.11);
  CHECK(std::fabs(product / count) < 0.012);
  for (int k = 0; k < 3; ++k) {
    const double share = std::erf((k + 1) / std::sqrt(2.0));
    CHECK(std::fabs(within[k] / double(count) - share) <
          5 * std::sqrt(share * (1 - share) / count));
  }
}

TEST_CASE("normal numbers have the same bits in every build") {
  Random random(1);
  for (double expected : {0x1.3219ae16258bap-1, 0x1.88b894e1401edp+0, -0x1.eb967d792981p-4})
    CHECK(random.normal() == expected);
}

TEST_CASE("a shuffle is a permutation, every order comes up equally often") {
  std::array<int, 4> items{};
  std::array<int, 256> seen{};
  Random random(5);
  for (int i = 0; i < 24000; ++i) {
    std::iota(items.begin(), items.end(), 0);
    random.shuffle(std::span<int>(items));
    REQUIRE(std::set<int>(items.begin(), items.end()).size() == 4);
    ++seen[static_cast<size_t>(items[0] * 64 + items[1] * 16 + items[2] * 4 + items[3])];
  }
  int orders = 0;
  for (int count : seen) {
    if (count == 0) continue;
    ++orders;
    CHECK(std::abs(count - 1000) < 6 * 32);
  }
  CHECK(orders == 24);
  random.shuffle(std::span<int>());
}

}  // TESTS_OF(core::random)
