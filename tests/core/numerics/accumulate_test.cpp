#include "core/numerics/accumulate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/numerics/bits.hpp"
#include "tests/core/numerics/big_binary.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::accumulate) {

using namespace loom::numerics;
using loom::test::BigBinary;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double oracle_sum(double a, double b, int significant) {
  BigBinary sum(a);
  sum.add(BigBinary(b));
  return sum.rounded(significant);
}

double random_bits(std::mt19937_64& random) {
  double value = nan;
  while (!std::isfinite(value)) value = from_bits(random());
  return value;
}

// Numbers whose sums round in interesting ways: few significant bits, exponents near each other.
double random_near(std::mt19937_64& random, int bits) {
  const auto mantissa =
      static_cast<double>(random() >> (63 - random() % static_cast<uint64_t>(bits + 2)));
  const double value = std::ldexp(mantissa, static_cast<int>(random() % 60) - 30);
  return (random() & 1) != 0 ? value : -value;
}

std::vector<double> documented_terms(size_t count) {
  const double triple[] = {0.9, 1.0, 1.1};
  std::vector<double> terms;
  for (size_t i = 0; i < count; ++i) terms.push_back(triple[i % 3]);
  return terms;
}

TEST_CASE("the documented sums: 64 terms of 0.9, 1.0, 1.1") {
  const std::vector<double> terms = documented_terms(64);
  CHECK(accumulate(terms, 2)->back() == 16);
  CHECK(accumulate(terms, 3)->back() == 32);
  CHECK(accumulate(terms, 4)->back() == 64);
  CHECK(accumulate(terms, 7)->back() == 64);
  CHECK(accumulate(terms, 10)->back() == 63.90625);
  CHECK(accumulate(terms, 13)->back() == doctest::Approx(63.898).epsilon(1e-5));
  CHECK(accumulate(terms, 23)->back() == doctest::Approx(63.9).epsilon(1e-6));
  CHECK(exact_sums(terms).back() == doctest::Approx(63.9).epsilon(1e-15));

  const std::vector<double> fp8 = *accumulate(terms, 3);
  CHECK(fp8[14] < 16);
  CHECK(fp8[15] == 16);
  CHECK(fp8[27] < 32);
  CHECK(fp8[28] == 32);
  CHECK(last_change(fp8) == 29);
  CHECK(is_stuck(32, terms, 3));
  CHECK_FALSE(is_stuck(fp8[27], terms, 3));
  CHECK(last_change(*accumulate(terms, 23)) == 64);
}

TEST_CASE("23 bits round exactly as float does") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const double value = std::ldexp(static_cast<double>(static_cast<int64_t>(random())),
                                    static_cast<int>(random() % 160) - 140);
    CHECK_EQ(round_to_mantissa(value, 23), static_cast<double>(static_cast<float>(value)));
  }
}

TEST_CASE("one value rounds as the digits say, for every width and every double") {
  std::mt19937_64 random(2);
  for (int bits = min_mantissa_bits; bits <= max_mantissa_bits; ++bits) {
    for (int i = 0; i < 60; ++i) {
      const double value = i % 2 == 0 ? random_bits(random) : random_near(random, bits);
      CAPTURE(bits);
      CAPTURE(value);
      CHECK_EQ(round_to_mantissa(value, bits), BigBinary(value).rounded(bits + 1));
    }
  }
}

TEST_CASE("ties go to even, zeros keep their sign, infinities and NaN stay") {
  CHECK(round_to_mantissa(34, 3) == 32);  // step 4: halfway, 32 is the even multiple
  CHECK(round_to_mantissa(38, 3) == 40);
  CHECK(round_to_mantissa(std::nextafter(34.0, 35.0), 3) == 36);
  CHECK(round_to_mantissa(-34, 3) == -32);
  CHECK(round_to_mantissa(31.5, 3) == 32);  // carries into the exponent
  CHECK(std::signbit(round_to_mantissa(-0.0, 3)));
  CHECK_FALSE(std::signbit(round_to_mantissa(0.0, 3)));
  CHECK(round_to_mantissa(infinity, 3) == infinity);
  CHECK(round_to_mantissa(-infinity, 3) == -infinity);
  CHECK(std::isnan(round_to_mantissa(nan, 3)));
  CHECK(round_to_mantissa(std::numeric_limits<double>::max(), 3) == infinity);

  const double tiny = std::numeric_limits<double>::denorm_min();
  CHECK(round_to_mantissa(tiny, 1) == tiny);
  CHECK(round_to_mantissa(3 * tiny, 1) == 3 * tiny);
  CHECK(round_to_mantissa(5 * tiny, 1) == 4 * tiny);
  CHECK(round_to_mantissa(7 * tiny, 1) == 8 * tiny);
}

TEST_CASE("a sum is rounded once: the cases where rounding twice goes wrong") {
  // 1 + 2^-4 is halfway between two 3-bit numbers. A little more must go up, although adding in
  // double precision first loses that little and would then round the tie to even.
  const double term = std::ldexp(1, -4);
  CHECK(add_rounded(1 + term, std::ldexp(1, -80), 3) == 1 + 2 * term);
  CHECK(add_rounded(1 + term, -std::ldexp(1, -80), 3) == 1);
  CHECK(add_rounded(1 + 3 * term, -std::ldexp(1, -80), 3) == 1 + 2 * term);
  CHECK(add_rounded(1 + 3 * term, std::ldexp(1, -80), 3) == 1 + 4 * term);
  // Just below a power of two, from above: the neighbor lies in the finer binade.
  CHECK(add_rounded(1, -std::ldexp(1, -80), 50) == 1);
}

TEST_CASE("sums round as the digits say, for every width") {
  std::mt19937_64 random(3);
  for (int bits = min_mantissa_bits; bits <= max_mantissa_bits; ++bits) {
    for (int i = 0; i < 300; ++i) {
      const double a =
          i % 3 == 0 ? random_bits(random) : round_to_mantissa(random_near(random, bits), bits);
      double b = i % 3 == 1 ? random_near(random, bits) : random_near(random, 53);
      // Terms far below half a step of a number that lies on a tie.
      if (i % 5 == 0) b = std::ldexp(b, -70);
      if (!std::isfinite(a + b)) continue;
      CAPTURE(bits);
      CAPTURE(a);
      CAPTURE(b);
      CHECK_EQ(add_rounded(a, b, bits), oracle_sum(a, b, bits + 1));
    }
    for (int i = 0; i < 100; ++i) {  // a tie of exactly half a step, nudged up or down by a crumb
      const double a = round_to_mantissa(1 + static_cast<double>(random() >> 11) * 0x1p-53, bits);
      const double half = a + step_at(a, bits) / 2;
      const double crumb =
          std::ldexp((random() & 1) != 0 ? 1.0 : -1.0, -55 - static_cast<int>(random() % 200));
      CAPTURE(bits);
      CAPTURE(half);
      CAPTURE(crumb);
      CHECK_EQ(add_rounded(half, crumb, bits), oracle_sum(half, crumb, bits + 1));
    }
  }
}

TEST_CASE("running sums follow the oracle term by term") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(-2, 3);
  for (int bits = 1; bits <= 23; ++bits) {
    std::vector<double> terms;
    for (int i = 0; i < 64; ++i) terms.push_back(uniform(random));
    const std::vector<double> sums = *accumulate(terms, bits);
    REQUIRE(sums.size() == terms.size());
    double s = 0;
    for (size_t i = 0; i < terms.size(); ++i)
      CHECK_EQ(sums[i], s = oracle_sum(s, terms[i], bits + 1));
  }
}

TEST_CASE("sums beyond double precision and of infinities") {
  const double max = std::numeric_limits<double>::max();
  CHECK(add_rounded(max, max, 3) == infinity);
  CHECK(add_rounded(-max, -max, 3) == -infinity);
  CHECK(add_rounded(max, -max, 3) == 0);
  CHECK(add_rounded(infinity, 1, 3) == infinity);
  CHECK(std::isnan(add_rounded(infinity, -infinity, 3)));
  CHECK(std::isnan(add_rounded(1, nan, 3)));
  const double terms[] = {1, infinity, 2, -infinity, 3};
  const std::vector<double> sums = *accumulate(terms, 10);
  CHECK(sums[0] == 1);
  CHECK(sums[2] == infinity);
  CHECK(std::isnan(sums[4]));
  CHECK(last_change(sums) == 4);
}

TEST_CASE("a mantissa width out of range is refused, with the range") {
  const double terms[] = {1.0};
  for (int bits : {-1, 0, 51, 1000}) {
    const auto sums = accumulate(terms, bits);
    REQUIRE_FALSE(sums);
    CHECK(sums.error().message == std::to_string(bits) + " mantissa bits; expected 1 to 50");
  }
  CHECK(accumulate({}, 3)->empty());
}

TEST_CASE("an add lies between its neighbors and goes to the nearer one") {
  // Everything is a multiple of 1/64, so that the numbers of each width can be listed.
  std::mt19937_64 random(10);
  int ties = 0, held = 0;
  for (int bits = 1; bits <= 6; ++bits) {
    std::vector<double> numbers;
    for (int i = -64 * 64; i <= 64 * 64; ++i) {
      int digits = std::abs(i);
      while (digits != 0 && digits % 2 == 0) digits /= 2;
      if (digits < 2 << bits) numbers.push_back(i / 64.0);
    }
    for (int round = 0; round < 2000; ++round) {
      const double s = static_cast<double>(static_cast<int>(random() % 4000) - 2000) / 64;
      const double term = static_cast<double>(static_cast<int>(random() % 2000) - 1000) / 64;
      const double exact = s + term;
      const RoundedAdd add = look_at_add(s, term, bits);
      const auto above = std::lower_bound(numbers.begin(), numbers.end(), exact);
      const auto below = *above == exact ? above : above - 1;
      CAPTURE(bits);
      CAPTURE(exact);
      CHECK(add.sum == add_rounded(s, term, bits));
      CHECK(add.below == *below);
      CHECK(add.above == *above);
      CHECK(add.error == add.sum - exact);
      held += *above == exact;
      const double gap = *above == exact ? step_at(exact, bits) : *above - *below;
      CHECK(add.half_step == gap / 2);
      if (*above == exact) continue;
      CHECK(add.share == doctest::Approx((exact - *below) / (*above - *below)).epsilon(1e-12));
      CHECK(add.tie == (exact - *below == *above - exact));
      ties += add.tie;
    }
  }
  CHECK(ties > 50);
  CHECK(held > 50);
}

TEST_CASE("a look at adds that double precision cannot hold") {
  const double half = std::ldexp(1, -4), crumb = std::ldexp(1, -80);
  const RoundedAdd above = look_at_add(1 + half, crumb, 3);
  CHECK(above.sum == 1 + 2 * half);
  CHECK(above.below == 1);
  CHECK(above.above == 1 + 2 * half);
  CHECK(above.share == 0.5);  // to double precision …
  CHECK_FALSE(above.tie);     // … but not a tie
  CHECK(look_at_add(1 + half, 0, 3).tie);
  const RoundedAdd finer = look_at_add(1, -crumb, 3);  // from above into the finer binade
  CHECK(finer.sum == 1);
  CHECK(finer.above == 1);
  CHECK(finer.below == 1 - half);
  CHECK(finer.error == crumb);
  const RoundedAdd infinite = look_at_add(infinity, 1, 3);
  CHECK(infinite.sum == infinity);
  CHECK(infinite.share == 0);
}

TEST_CASE("the step doubles at every power of two") {
  CHECK(step_at(1, 3) == 0.125);
  CHECK(step_at(1.99, 3) == 0.125);
  CHECK(step_at(2, 3) == 0.25);
  CHECK(step_at(-32, 3) == 4);
  CHECK(step_at(63.9, 3) == 4);
  CHECK(step_at(0, 3) == 0);
  CHECK(step_at(std::numeric_limits<double>::denorm_min(), 3) ==
        std::numeric_limits<double>::denorm_min());
  CHECK(std::isnan(step_at(infinity, 3)));
  for (int bits = 1; bits <= 23; ++bits) {
    double value = round_to_mantissa(0.7, bits);
    for (int i = 0; i < 200; ++i) {  // the next number is one step away, and nothing lies between
      const double next = value + step_at(value, bits);
      CHECK_EQ(round_to_mantissa(next, bits), next);
      CHECK_NE(round_to_mantissa(value + 0.49 * step_at(value, bits), bits), next);
      CHECK_EQ(round_to_mantissa(value + 0.51 * step_at(value, bits), bits), next);
      value = next;
    }
  }
}

TEST_CASE("the last change is found, and being stuck is what it says") {
  const double never[] = {0, 0, 0};
  CHECK(last_change(never) == 0);
  CHECK(last_change({}) == 0);
  const double early[] = {1, 2, 2, 2};
  CHECK(last_change(early) == 2);
  const double late[] = {1, 1, 1, 2};
  CHECK(last_change(late) == 4);

  std::mt19937_64 random(5);
  const std::vector<double> triple = documented_terms(3);
  int stuck = 0;
  for (int bits = 1; bits <= 8; ++bits) {
    for (size_t count = 1; count <= 700; ++count) {
      const double sum = accumulate(documented_terms(count), bits)->back();
      if (!is_stuck(sum, triple, bits)) continue;
      ++stuck;
      double later = sum;
      for (int i = 0; i < 30; ++i) later = add_rounded(later, triple[random() % 3], bits);
      CHECK_EQ(later, sum);
    }
  }
  CHECK(stuck > 100);  // the property was exercised
}

TEST_CASE("adding 1 stops where the step is 2") {
  const std::vector<double> ones(5000, 1);
  for (int bits = 1; bits <= 11; ++bits)
    CHECK(accumulate(ones, bits)->back() == std::ldexp(1, bits + 1));
  CHECK(add_rounded(0x1p24, 1, 23) == 0x1p24);
  CHECK(add_rounded(0x1p24 - 1, 1, 23) == 0x1p24);
}

TEST_CASE("the relative error") {
  CHECK(relative_error(32, 64) == 0.5);
  CHECK(relative_error(-1, 2) == 1.5);
  CHECK(relative_error(0, 0) == 0);
  CHECK(relative_error(1, 0) == infinity);
}

TEST_CASE("exact sums agree with the digits, whatever cancels") {
  std::mt19937_64 random(6);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> terms;
    BigBinary oracle(0);
    for (int i = 0; i < 25; ++i) {
      double term = std::ldexp(random_near(random, 53), static_cast<int>(random() % 200) - 100);
      if (i % 4 == 3) term = -terms[random() % terms.size()];
      terms.push_back(term);
    }
    const std::vector<double> sums = exact_sums(terms);
    for (size_t i = 0; i < terms.size(); ++i) {
      oracle.add(BigBinary(terms[i]));
      CHECK_EQ(sums[i], oracle.rounded(53));
    }
  }
  const double big = std::ldexp(1, 100), terms[] = {big, 1, -big, std::ldexp(1, -100)};
  const std::vector<double> sums = exact_sums(terms);
  CHECK(sums[2] == 1);
  CHECK(sums[3] == 1);
  const double tie[] = {1, std::ldexp(1, -53), std::ldexp(1, -106)};
  CHECK(exact_sums(tie)[1] == 1);
  CHECK(exact_sums(tie)[2] == 1 + std::ldexp(1, -52));
  const double infinite[] = {1, infinity};
  CHECK(exact_sums(infinite)[1] == infinity);
}

}  // namespace

}  // TESTS_OF(core::numerics::accumulate)
