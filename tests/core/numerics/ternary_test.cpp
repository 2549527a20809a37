#include "core/numerics/ternary.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::ternary) {

using namespace loom::numerics;

namespace {

std::vector<double> random_numbers(loom::Random& random, std::size_t count) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = 4 * random.unit() - 2;
  return numbers;
}

// The nearest of −1, 0 and 1 by looking at all three; of two equally near ones, zero.
int nearest_trit(double number) {
  int best = 0;
  for (int trit : {-1, 1})
    if (std::fabs(number - trit) < std::fabs(number - best)) best = trit;
  return best;
}

std::vector<int> five(int number) {
  std::vector<int> trits(5);
  for (std::size_t n = 5; n-- > 0; number /= 3) trits[n] = number % 3 - 1;
  return trits;
}

}  // namespace

TEST_CASE("ternary: six weights by hand") {
  const std::vector<double> weights = {0.9, -0.1, 0.4, -1.2, 0.05, 0.6};
  const TernaryWeights absmean = ternarize(weights, TernaryScale::absmean);
  CHECK(absmean.scale == doctest::Approx(3.25 / 6));
  CHECK(absmean.trits == std::vector<int>{1, 0, 1, -1, 0, 1});
  const TernaryWeights absmax = ternarize(weights, TernaryScale::absmax);
  CHECK(absmax.scale == 1.2);
  CHECK(absmax.trits == std::vector<int>{1, 0, 0, -1, 0, 0});  // 0.6 is a tie
}

TEST_CASE("ternary: every weight goes to the nearest of three") {
  loom::Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::vector<double> weights = random_numbers(random, 1 + random.below(40));
    for (TernaryScale scale : {TernaryScale::absmean, TernaryScale::absmax}) {
      const TernaryWeights out = ternarize(weights, scale);
      double mean = 0, most = 0;
      for (double weight : weights) {
        mean += std::fabs(weight) / static_cast<double>(weights.size());
        most = std::max(most, std::fabs(weight));
      }
      CHECK(out.scale == doctest::Approx(scale == TernaryScale::absmax ? most : mean));
      for (std::size_t i = 0; i < weights.size(); ++i)
        CHECK(out.trits[i] == nearest_trit(weights[i] / out.scale));
    }
  }
  CHECK(ternarize(std::vector<double>{0, 0}, TernaryScale::absmean).trits ==
        std::vector<int>{0, 0});
  CHECK(ternarize({}, TernaryScale::absmean).scale == 0);
}

TEST_CASE("ternary: the product agrees with multiplying the rounded matrices") {
  loom::Random random(2);
  for (int round = 0; round < 200; ++round) {
    const std::size_t columns = 1 + random.below(9), rows = 1 + random.below(6);
    const std::vector<double> weights = random_numbers(random, rows * columns),
                              activations = random_numbers(random, columns);
    const auto product = ternary_product(weights, activations, TernaryScale::absmean);
    REQUIRE(product);
    const TernaryWeights ternary = ternarize(weights, TernaryScale::absmean);
    double most = 0;
    for (double number : activations) most = std::max(most, std::fabs(number));
    for (std::size_t i = 0; i < columns; ++i) {  // at most half a step away
      const int q = product->activations[i];
      CHECK(std::abs(q) <= 127);
      CHECK(std::fabs(q * most / 127 - activations[i]) <= most / 254 * 1.0000001);
    }
    double wrong = 0, whole = 0;
    REQUIRE(product->rows.size() == rows);
    for (std::size_t r = 0; r < rows; ++r) {
      double output = 0, exact = 0;
      for (std::size_t i = 0; i < columns; ++i) {
        output +=
            ternary.scale * ternary.trits[r * columns + i] * (product->activations[i] * most / 127);
        exact += weights[r * columns + i] * activations[i];
      }
      const TernaryRow& row = product->rows[r];
      CHECK(row.output == doctest::Approx(output));
      CHECK(row.exact == doctest::Approx(exact));
      CHECK(row.adds + row.subtracts + row.skips == static_cast<int>(columns));
      wrong += std::pow(output - exact, 2);
      whole += std::pow(exact, 2);
    }
    CHECK(product->error == doctest::Approx(std::sqrt(wrong / whole)));
    const auto count = [&](int trit) {
      return static_cast<int>(std::count(ternary.trits.begin(), ternary.trits.end(), trit));
    };
    CHECK(product->adds == count(1));
    CHECK(product->subtracts == count(-1));
    CHECK(product->skips == count(0));
  }
}

TEST_CASE("ternary: nothing is lost where weights are ternary and activations whole") {
  const auto product = ternary_product(std::vector<double>{0.5, -0.5, 0.5, 0.5, 0.5, -0.5},
                                       std::vector<double>{127, -3, 64}, TernaryScale::absmean);
  REQUIRE(product);
  CHECK(product->error == 0);
  CHECK(product->rows[0].sum == 194);
  CHECK(product->rows[0].output == 97);
  const auto zeros = ternary_product(std::vector<double>(6, 0.0), std::vector<double>(3, 0.0),
                                     TernaryScale::absmean);
  REQUIRE(zeros);
  CHECK(zeros->error == 0);
  CHECK(zeros->skips == 6);
}

TEST_CASE("ternary: what is refused") {
  CHECK_FALSE(ternary_product(std::vector<double>(5), std::vector<double>(3), {}));
  CHECK_FALSE(ternary_product(std::vector<double>(5), {}, {}));
}

TEST_CASE("ternary: five trits share a byte, each of the 243 ways another one") {
  std::vector<bool> taken(256);
  for (int number = 0; number < 243; ++number) {
    const std::vector<int> trits = five(number);
    const std::uint8_t byte = pack_trits(trits);
    CHECK_FALSE(taken[byte]);
    taken[byte] = true;
    for (int n = 0; n < 5; ++n) CHECK(unpack_trit(byte, n) == trits[static_cast<std::size_t>(n)]);
  }
}

TEST_CASE("ternary: blocks of 256 come back, in 1.6875 and 2.0625 bits a weight") {
  CHECK(8.0 * sizeof(Tq1Block) / ternary_block == 1.6875);
  CHECK(8.0 * sizeof(Tq2Block) / ternary_block == 2.0625);
  loom::Random random(3);
  for (int round = 0; round < 50; ++round) {
    std::array<int, ternary_block> trits{};
    for (int& trit : trits) trit = static_cast<int>(random.below(3)) - 1;
    CHECK(unpack_tq1_0(pack_tq1_0(trits, 0x3c00)) == trits);
    CHECK(unpack_tq2_0(pack_tq2_0(trits, 0x3c00)) == trits);
  }
}

}  // TESTS_OF(core::numerics::ternary)
