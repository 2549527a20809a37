#include "core/attention/rope.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "core/attention/matrix.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::rope) {

using namespace loom;
using namespace loom::attention;

namespace {

using Kind = RopeScaling::Kind;

const Rope& four() {
  static const Rope found = *rope(4, 10000);
  return found;
}

Rope stretched(int dim, double theta, const RopeScaling& scaling) {
  const Result<Rope> found = rope(dim, theta, scaling);
  REQUIRE(found);
  return *found;
}

constexpr Pairing both[] = {Pairing::adjacent, Pairing::halves};

std::vector<double> random_vector(int dim, Random& random) {
  std::vector<double> out;
  for (int i = 0; i < dim; ++i) out.push_back(random.normal());
  return out;
}

}  // namespace

TEST_CASE("rope: four numbers by hand, in both pairings") {
  const double q[] = {1, 2, 3, 4}, k[] = {0.5, -1, 2, 0.25};
  const double turned[2][4] = {{-1.142640, 1.922076, 2.959851, 4.029800},
                               {-1.984111, 1.959901, 2.462378, 4.019800}};
  const double scores[2][3] = {{5.5, 5.659235114, 9.586405489}, {5.5, -3.160111731, -4.249397158}};
  for (size_t pairing = 0; pairing < 2; ++pairing) {
    const std::vector<double> found = rotated(four(), both[pairing], q, 1);
    for (size_t i = 0; i < 4; ++i) CHECK(std::abs(found[i] - turned[pairing][i]) < 0.0000006);
    const auto score = [&](double m, double n) {
      return rotated_score(four(), both[pairing], q, k, m, n);
    };
    CHECK(score(0, 0) == doctest::Approx(scores[pairing][0]).epsilon(1e-12));
    CHECK(std::abs(score(5, 3) - scores[pairing][1]) < 6e-10);
    CHECK(std::abs(score(105, 103) - scores[pairing][1]) < 6e-10);
    CHECK(std::abs(score(3, 5) - scores[pairing][2]) < 6e-10);
  }
}

TEST_CASE("rope: pairs are complex numbers that are multiplied by e^(i p w)") {
  Random random(1);
  for (int dim : {2, 8, 64}) {
    const Rope found = *rope(dim, 10000);
    const std::vector<double> vector = random_vector(dim, random);
    for (double position : {0., 1., 17.5, 4095., 131071.})
      for (Pairing pairing : both) {
        const std::vector<double> turned = rotated(found, pairing, vector, position);
        for (int i = 0; i < dim / 2; ++i) {
          const int first = pairing == Pairing::adjacent ? 2 * i : i,
                    second = pairing == Pairing::adjacent ? 2 * i + 1 : i + dim / 2;
          const auto number = [&](const std::vector<double>& of) {
            return std::complex(of[static_cast<size_t>(first)], of[static_cast<size_t>(second)]);
          };
          const auto wanted =
              number(vector) * std::polar(1., position * std::pow(10000., -2. * i / dim));
          CHECK(std::abs(number(turned) - wanted) < 1e-9);
        }
      }
  }
}

TEST_CASE("rope: a score depends on the distance alone, over thousands of positions") {
  Random random(2);
  for (Pairing pairing : both) {
    const Rope found = *rope(32, 500000);
    const std::vector<double> q = random_vector(32, random), k = random_vector(32, random);
    for (int distance : {-100, -1, 0, 1, 2, 37, 1000}) {
      const double wanted = rotated_score(found, pairing, q, k, 1000 + distance, 1000);
      double most = 0;
      for (int n = 1000; n < 9000; ++n)
        most =
            std::max(most, std::abs(rotated_score(found, pairing, q, k, n + distance, n) - wanted));
      CHECK(most < 1e-9);
    }
    double length = 0;
    for (double number : q) length += number * number;
    const std::vector<double> turned = rotated(found, pairing, q, 54321);
    CHECK(dot(turned, turned) == doctest::Approx(length).epsilon(1e-12));
  }
}

TEST_CASE("rope: the pairings are one up to the order of the numbers") {
  Random random(3);
  for (int dim : {2, 6, 64}) {
    const Rope found = *rope(dim, 10000);
    const std::vector<double> vector = random_vector(dim, random);
    const auto put = [](const std::vector<double>& numbers, const std::vector<int>& order) {
      std::vector<double> out;
      for (int place : order) out.push_back(numbers[static_cast<size_t>(place)]);
      return out;
    };
    const std::vector<int> there = reordered(Pairing::adjacent, Pairing::halves, dim),
                           back = reordered(Pairing::halves, Pairing::adjacent, dim);
    CHECK(put(put(vector, there), back) == vector);
    CHECK(rotated(found, Pairing::halves, put(vector, there), 77) ==
          put(rotated(found, Pairing::adjacent, vector, 77), there));
    if (dim > 2)
      CHECK(rotated(found, Pairing::halves, vector, 77) !=
            rotated(found, Pairing::adjacent, vector, 77));
  }
}

TEST_CASE("rope: wavelengths and turns of known models") {
  const auto longest = [](double theta) {
    return wavelength(rope(128, theta)->frequencies.back());
  };
  CHECK(longest(1e4) == doctest::Approx(54410).epsilon(0.0001));
  CHECK(longest(5e5) == doctest::Approx(2.56e6).epsilon(0.003));
  CHECK(longest(1e6) == doctest::Approx(5.06e6).epsilon(0.003));
  CHECK(wavelength(rope(128, 1e4)->frequencies.front()) == doctest::Approx(6.28).epsilon(0.001));
  const auto complete = [](double theta, double tokens) {
    const Rope found = *rope(128, theta);
    int count = 0;
    for (double frequency : found.frequencies) count += turns(frequency, tokens) >= 1;
    return count;
  };
  CHECK(complete(1e4, 4096) == 46);
  CHECK(complete(5e5, 8192) == 35);
  CHECK(complete(1e6, 32768) == 40);
}

TEST_CASE("stretching: linear divides, NTK divides the lowest pair and leaves the highest") {
  const Rope plain = *rope(128, 1e4);
  const Rope linear = stretched(128, 1e4, {.kind = Kind::linear, .factor = 8});
  for (size_t i = 0; i < 64; ++i) CHECK(linear.frequencies[i] == plain.frequencies[i] / 8);
  const double bases[][2] = {{4, 40890}, {8, 82685}, {16, 167199}, {32, 338097}};
  for (const auto& [times, base] : bases) {
    const Rope ntk = stretched(
        128, 1e4, {.kind = Kind::dynamic, .factor = 1, .original = 4096, .length = 4096 * times});
    CHECK(std::abs(ntk.base - base) < 0.5);
    CHECK(ntk.frequencies.front() == 1);
    CHECK(ntk.frequencies.back() ==
          doctest::Approx(plain.frequencies.back() / times).epsilon(1e-12));
  }
  // Within what it was trained for nothing changes, whatever the factor.
  for (double length : {0., 100., 4096.})
    CHECK(stretched(128, 1e4,
                    {.kind = Kind::dynamic, .factor = 4, .original = 4096, .length = length})
              .frequencies == plain.frequencies);
}

TEST_CASE("stretching: YaRN as in the paper, linear in turns") {
  RopeScaling yarn{.kind = Kind::yarn, .factor = 16, .original = 4096};
  yarn.ramp = RopeScaling::Ramp::turns;
  const Rope plain = *rope(128, 1e4), found = stretched(128, 1e4, yarn);
  const double kept[][2] = {{20, 1},      {24, 0.6557}, {32, 0.2294}, {40, 0.0946},
                            {45, 0.0626}, {46, 0.0625}, {63, 0.0625}};
  for (const auto& [pair, share] : kept) {
    const auto i = static_cast<size_t>(pair);
    CHECK(std::abs(found.frequencies[i] / plain.frequencies[i] - share) < 0.00006);
  }
  const double factors[][2] = {{2, 1.0693},  {4, 1.1386},  {8, 1.2079},
                               {16, 1.2773}, {32, 1.3466}, {40, 1.3689}};
  for (const auto& [factor, temperature] : factors) {
    yarn.factor = factor;
    CHECK(std::abs(stretched(128, 1e4, yarn).attention_factor - temperature) < 0.00006);
  }
  yarn.factor = 1;
  CHECK(stretched(128, 1e4, yarn).attention_factor == 1);
}

TEST_CASE("stretching: YaRN as gpt-oss has it, linear in the pair and without whole ends") {
  const RopeScaling yarn{.kind = Kind::yarn, .factor = 32, .original = 4096, .truncate = false};
  const Rope plain = *rope(64, 150000), found = stretched(64, 150000, yarn);
  const auto divided = [&](size_t pair) {
    return plain.frequencies[pair] / found.frequencies[pair];
  };
  for (size_t pair = 0; pair <= 8; ++pair) CHECK(divided(pair) == doctest::Approx(1));
  for (size_t pair = 18; pair < 32; ++pair) CHECK(divided(pair) == doctest::Approx(32));
  CHECK(std::abs(divided(12) - 1.686) < 0.0006);
  CHECK(std::abs(divided(16) - 5.656) < 0.0006);
  CHECK(std::abs(found.attention_factor - 1.34657) < 0.000006);
}

TEST_CASE("stretching: between doing nothing and dividing, and in order") {
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    const int dim = 4 + 2 * static_cast<int>(random.below(100));
    const double theta = std::exp(2 + 12 * random.unit());
    RopeScaling scaling{.kind = random.below(2) ? Kind::yarn : Kind::llama3,
                        .factor = 1 + 40 * random.unit(),
                        .original = std::floor(std::exp(5 + 8 * random.unit()))};
    scaling.ramp = static_cast<RopeScaling::Ramp>(random.below(2));
    const Rope plain = *rope(dim, theta), found = stretched(dim, theta, scaling);
    bool between = true, falling = true;
    for (size_t i = 0; i < plain.frequencies.size(); ++i) {
      const double kept = found.frequencies[i] / plain.frequencies[i];
      between = between && kept <= 1 + 1e-12 && kept >= (1 - 1e-12) / scaling.factor;
      if (i > 0) falling = falling && found.frequencies[i] <= found.frequencies[i - 1];
    }
    CHECK(between);
    CHECK(falling);
  }
}

TEST_CASE("rope: what is refused") {
  const auto error = [](int dim, double theta, const RopeScaling& scaling) {
    const Result<Rope> found = rope(dim, theta, scaling);
    return found ? "answered" : found.error().message;
  };
  CHECK(error(3, 1e4, {}) == "dim: expected an even number from 2 to 65536, got 3");
  CHECK(error(4, 1, {}) == "theta: expected above 1, up to 1e12");
  CHECK(error(4, 1e4, {.kind = Kind::linear, .factor = 0.5}) == "factor: expected 1 to 1e12");
  CHECK(error(4, 1e4, {.kind = Kind::yarn, .factor = 2}) == "original: expected 1 to 1e12 tokens");
  CHECK(error(2, 1e4, {.kind = Kind::dynamic, .original = 10}) ==
        "dim: expected at least 4 with dynamic scaling, got 2");
  CHECK(error(4, 1e4, {.kind = Kind::dynamic, .original = 10, .length = NAN})
            .starts_with("length: "));
  CHECK(error(4, 1e4, {.kind = Kind::yarn, .original = 10, .beta_fast = 1, .beta_slow = 2})
            .starts_with("beta_fast and beta_slow: "));
  CHECK(error(4, 1e4, {.kind = Kind::llama3, .original = 10, .low = 4, .high = 4})
            .starts_with("low and high: "));
}

}  // TESTS_OF(core::attention::rope)
