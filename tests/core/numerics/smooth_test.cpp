#include "core/numerics/smooth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::smooth) {

using namespace loom;
using namespace loom::numerics;

namespace {

Linear random_layer(Random& random, int tokens, int channels, int outputs) {
  Linear linear{{tokens, channels, {}}, {outputs, channels, {}}};
  for (Matrix* matrix : {&linear.x, &linear.w})
    for (int i = 0; i < matrix->rows * channels; ++i)
      matrix->values.push_back(std::ldexp(random.normal(), static_cast<int>(random.below(8))));
  return linear;
}

// The sum as it is written, with every index computed.
Matrix sums(const Linear& linear) {
  Matrix y{linear.x.rows, linear.w.rows,
           std::vector<double>(static_cast<size_t>(linear.x.rows * linear.w.rows), 0.)};
  for (int j = 0; j < linear.x.columns; ++j)
    for (int output = 0; output < linear.w.rows; ++output)
      for (int token = 0; token < linear.x.rows; ++token)
        y.at(token, output) += linear.x.at(token, j) * linear.w.at(output, j);
  return y;
}

// Entry of Sylvester's matrix: −1 to the number of bits that row and column share.
double hadamard(int row, int column) {
  return std::popcount(static_cast<unsigned>(row & column)) % 2 == 0 ? 1 : -1;
}

// A row of integers times their scale, each found by trying all.
std::vector<double> rounded(const std::vector<double>& row, int bits) {
  double most = 0;
  for (double number : row) most = std::max(most, std::fabs(number));
  const int top = (1 << (bits - 1)) - 1;
  const auto scale = static_cast<double>(static_cast<float>(most / top));
  std::vector<double> found;
  for (double number : row) {
    double best = 0;
    for (int q = -top; q <= top; ++q)
      if (std::fabs(q * scale - number) < std::fabs(best - number)) best = q * scale;
    found.push_back(best);
  }
  return found;
}

}  // namespace

TEST_CASE("smoothing and rotation leave the product as it is") {
  Random random(4);
  for (int channels : {1, 2, 8, 32, 64})
    for (double alpha : {0., 0.3, 0.5, 1.}) {
      const Linear linear = random_layer(random, 5, channels, 3);
      const Matrix y = sums(linear);
      CHECK(relative_error(y, product(linear)) < 1e-14);
      CHECK(relative_error(y, product(smoothed(linear, alpha))) < 1e-13);
      CHECK(relative_error(y, product(*rotated(linear))) < 1e-13);
    }
}

TEST_CASE("smoothing factors: in closed form, and what they do to the ranges") {
  Linear one{{1, 1, {64}}, {1, 1, {-1}}};
  CHECK(smoothing_factors(one, 0.5)[0] == doctest::Approx(8));
  CHECK(smoothing_factors(one, 0.75)[0] == doctest::Approx(22.627417));
  CHECK(smoothed(one, 0.5).x.values[0] == doctest::Approx(8));
  CHECK(smoothed(one, 0.5).w.values[0] == doctest::Approx(-8));
  CHECK(smoothed(one, 0.75).x.values[0] == doctest::Approx(2.8284271));
  Random random(9);
  Linear linear = random_layer(random, 6, 8, 4);
  for (int token = 0; token < 6; ++token) linear.x.at(token, 2) = 0;
  for (int output = 0; output < 4; ++output) linear.w.at(output, 5) = 0;
  const std::vector<double> x = channel_maxima(linear.x), w = channel_maxima(linear.w);
  for (double alpha : {0., 0.5, 1.}) {
    const Linear moved = smoothed(linear, alpha);
    const std::vector<double> after_x = channel_maxima(moved.x), after_w = channel_maxima(moved.w);
    for (size_t j = 0; j < 8; ++j) {
      CHECK(after_x[j] * after_w[j] == doctest::Approx(x[j] * w[j]));
      if (j == 2 || j == 5) {
        CHECK(after_x[j] == x[j]);  // nothing to balance with
        CHECK(after_w[j] == w[j]);
        continue;
      }
      if (alpha == 0) CHECK(after_w[j] == doctest::Approx(1));
      if (alpha == 0.5) CHECK(after_x[j] == doctest::Approx(after_w[j]));
      if (alpha == 1) CHECK(after_x[j] == doctest::Approx(1));
    }
  }
}

TEST_CASE("rotation: Hadamard's matrix, orthogonal, a spike spread over all channels") {
  for (int n : {1, 2, 4, 16, 64}) {
    Linear unit{{n, n, {}}, {1, n, std::vector<double>(static_cast<size_t>(n), 0.)}};
    for (int i = 0; i < n * n; ++i) unit.x.values.push_back(i % (n + 1) == 0);
    const Matrix h = rotated(unit)->x;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        CHECK(h.at(i, k) == doctest::Approx(hadamard(i, k) / std::sqrt(n)));
        double dot = 0;
        for (int j = 0; j < n; ++j) dot += h.at(i, j) * h.at(k, j);
        CHECK(std::fabs(dot - (i == k)) < 1e-13);
      }
  }
  Linear spike{{1, 16, std::vector<double>(16, 0.)}, {1, 16, std::vector<double>(16, 0.)}};
  spike.x.values[11] = 8;
  const Matrix spread = rotated(spike)->x;
  for (double number : spread.values) CHECK(std::fabs(number) == 2);
  for (int n : {3, 12, 0}) {
    const Linear odd{{1, n, std::vector<double>(static_cast<size_t>(n), 1.)},
                     {1, n, std::vector<double>(static_cast<size_t>(n), 1.)}};
    CHECK(rotated(odd).error().message ==
          "channels: expected a power of two, got " + std::to_string(n));
  }
}

TEST_CASE("quantized product: every number rounded by trying all integers, then summed") {
  Random random(12);
  for (int bits : {3, 4, 8})
    for (int round = 0; round < 10; ++round) {
      const Linear linear = random_layer(random, 4, 8, 3);
      Linear by_hand = linear;
      for (Matrix* matrix : {&by_hand.x, &by_hand.w})
        for (int row = 0; row < matrix->rows; ++row) {
          const auto from = matrix->values.begin() + row * 8;
          const std::vector<double> found = rounded({from, from + 8}, bits);
          std::copy(found.begin(), found.end(), from);
        }
      CHECK(relative_error(sums(by_hand), quantized_product(linear, bits)) < 1e-13);
    }
}

TEST_CASE("smoothing: the curve has the bits of one α after the other") {
  Random random(12);
  for (int channels : {1, 5, 32})
    for (int bits : {2, 4, 8, 16}) {
      Linear linear = random_layer(random, 1 + static_cast<int>(random.below(7)), channels,
                                   1 + static_cast<int>(random.below(19)));
      if (channels == 5)
        for (int row = 0; row < linear.x.rows; ++row) linear.x.at(row, 2) = 0;
      const std::vector<double> alphas = {0, 0.25, 0.35, 1};
      const auto curve = smoothing_curve(linear, bits, alphas);
      REQUIRE(curve.size() == alphas.size());
      for (size_t i = 0; i < alphas.size(); ++i) {
        const Linear moved = smoothed(linear, alphas[i]);
        const auto most = [](const Matrix& matrix) {
          const std::vector<double> maxima = channel_maxima(matrix);
          return *std::max_element(maxima.begin(), maxima.end());
        };
        CHECK(curve[i].x == most(moved.x));
        CHECK(curve[i].w == most(moved.w));
        CHECK(curve[i].error == relative_error(product(linear), quantized_product(moved, bits)));
      }
    }
}

TEST_CASE("outlier channels in FP16: exact where they are, and the others have their own scale") {
  Linear linear{{2, 3, {1, 100, -0.5, 0.25, -6, 1}}, {1, 3, {0.5, 0.25, -1}}};
  // Channel 1 is kept. The others: scales 1/127 for both tokens and for the weights.
  const Matrix y = quantized_product(linear, 8, llm_int8_threshold);
  const auto q = [](double number) { return std::nearbyint(number * 127) / 127; };
  CHECK(y.values[0] == doctest::Approx(q(1) * q(0.5) + 25 + q(-0.5) * q(-1)).epsilon(1e-6));
  CHECK(y.values[1] == doctest::Approx(q(0.25) * q(0.5) - 1.5 + q(1) * q(-1)).epsilon(1e-6));
  CHECK(quantized_product(linear, 8, 0).values == quantized_product(linear, 8, 101).values);
  const Matrix exact = product(linear);
  CHECK(relative_error(exact, quantized_product(linear, 8, 0.01)) == 0);  // all fit into FP16
}

TEST_CASE("a layer with outliers: smoothing helps, most in the middle; FP16 for them helps most") {
  double error[3] = {}, plain = 0, turned = 0, kept = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Linear linear = random_linear(seed, 20);
    const Matrix y = product(linear);
    for (int i = 0; i < 3; ++i)
      error[i] += relative_error(y, quantized_product(smoothed(linear, 0.5 * i), 8));
    plain += relative_error(y, quantized_product(linear, 8));
    turned += relative_error(y, quantized_product(*rotated(linear), 8));
    kept += relative_error(y, quantized_product(linear, 8, llm_int8_threshold));
  }
  CHECK(error[1] < 0.6 * error[0]);
  CHECK(error[1] < 0.6 * error[2]);
  CHECK(error[1] < 0.6 * plain);
  CHECK(turned < 0.7 * plain);
  CHECK(kept < 0.5 * error[1]);
}

TEST_CASE("a random layer: three channels are as much larger as asked") {
  const Linear plain = random_linear(3, 1), large = random_linear(3, 50);
  CHECK(plain.w.values == large.w.values);
  const std::vector<double> before = channel_maxima(plain.x), after = channel_maxima(large.x);
  for (int j = 0; j < smooth_channels; ++j) {
    bool outlier = false;
    for (int channel : outlier_channels) outlier = outlier || channel == j;
    CHECK(after[static_cast<size_t>(j)] == (outlier ? 50 : 1) * before[static_cast<size_t>(j)]);
  }
}

TEST_CASE("relative error") {
  const Matrix y{1, 2, {3, 4}}, off{1, 2, {3, 4.5}}, zero{1, 1, {0}};
  CHECK(relative_error(y, off) == doctest::Approx(0.1));
  CHECK(relative_error(y, y) == 0);
  CHECK(relative_error(zero, zero) == 0);
}

TEST_CASE("smooth: layers of a series are those of their seeds, whatever was drawn before") {
  LayerSeries series;
  for (const int seed : {5, 6, 4, 40, 39, 39})
    for (const double size : {1., 20.}) {
      const std::vector<Linear> found = series.from(seed, 3, size);
      REQUIRE(found.size() == 3);
      for (int i = 0; i < 3; ++i) {
        const Linear alone = random_linear(static_cast<std::uint64_t>(seed + i), size);
        CHECK(found[static_cast<size_t>(i)].x.values == alone.x.values);
        CHECK(found[static_cast<size_t>(i)].w.values == alone.w.values);
      }
    }
}

}  // TESTS_OF(core::numerics::smooth)
