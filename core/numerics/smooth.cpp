#include "core/numerics/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "core/numerics/convert.hpp"
#include "core/numerics/group_scale.hpp"
#include "core/random.hpp"

namespace loom::numerics {
namespace {

Matrix random_matrix(Random& random, int rows, int columns, double deviation) {
  Matrix matrix{rows, columns, {}};
  matrix.values.resize(static_cast<size_t>(rows * columns));
  for (double& value : matrix.values) value = deviation * random.normal();
  return matrix;
}

void scale_column(Matrix& matrix, int column, double factor) {
  for (int row = 0; row < matrix.rows; ++row) matrix.at(row, column) *= factor;
}

void scale_columns(Matrix& matrix, const std::vector<double>& factors) {
  double* value = matrix.values.data();
  for (int row = 0; row < matrix.rows; ++row)
    for (double factor : factors) *value++ *= factor;
}

void rotate_rows(Matrix& matrix) {
  const int n = matrix.columns;
  const double shrink = 1 / std::sqrt(static_cast<double>(n));
  for (int row = 0; row < matrix.rows; ++row) {
    for (int half = 1; half < n; half *= 2)
      for (int j = 0; j < n; ++j) {
        if (j & half) continue;
        const double a = matrix.at(row, j), b = matrix.at(row, j + half);
        matrix.at(row, j) = a + b;
        matrix.at(row, j + half) = a - b;
      }
    for (int j = 0; j < n; ++j) matrix.at(row, j) *= shrink;
  }
}

// Its values after rounding, with a scale per row; in FP16 where `kept` says so.
void round_rows(Matrix& matrix, int bits, const std::vector<bool>& kept) {
  const Format& fp16 = *find_format("fp16");
  Matrix integers = matrix;
  for (int j = 0; j < matrix.columns; ++j)
    if (kept[static_cast<size_t>(j)]) scale_column(integers, j, 0);
  integers.values = quantize({.bits = bits}, integers.values, matrix.columns).values;
  for (int j = 0; j < matrix.columns; ++j)
    for (int row = 0; kept[static_cast<size_t>(j)] && row < matrix.rows; ++row)
      integers.at(row, j) = decode(fp16, encode(fp16, matrix.at(row, j), Overflow::saturate));
  matrix = std::move(integers);
}

}  // namespace

Linear random_linear(std::uint64_t seed, double size) {
  Random random(seed);
  Linear linear = {random_matrix(random, smooth_tokens, smooth_channels, 1),
                   random_matrix(random, smooth_outputs, smooth_channels, 0.1)};
  for (int channel : outlier_channels) scale_column(linear.x, channel, size);
  return linear;
}

std::vector<double> channel_maxima(const Matrix& matrix) {
  std::vector<double> maxima(static_cast<size_t>(matrix.columns), 0.);
  const double* value = matrix.values.data();
  for (int row = 0; row < matrix.rows; ++row)
    for (double& most : maxima) most = std::max(most, std::fabs(*value++));
  return maxima;
}

std::vector<double> smoothing_factors(const Linear& linear, double alpha) {
  std::vector<double> factors = channel_maxima(linear.x);
  const std::vector<double> weights = channel_maxima(linear.w);
  for (size_t j = 0; j < factors.size(); ++j)
    factors[j] = factors[j] > 0 && weights[j] > 0
                     ? std::exp(alpha * natural_logarithm(factors[j]) -
                                (1 - alpha) * natural_logarithm(weights[j]))
                     : 1;
  return factors;
}

Linear smoothed(Linear linear, double alpha) {
  std::vector<double> factors = smoothing_factors(linear, alpha);
  scale_columns(linear.w, factors);
  for (double& factor : factors) factor = 1 / factor;
  scale_columns(linear.x, factors);
  return linear;
}

Result<Linear> rotated(Linear linear) {
  const int n = linear.x.columns;
  if (n < 1 || (n & (n - 1)) != 0)
    return Error{"channels: expected a power of two, got " + std::to_string(n)};
  rotate_rows(linear.x);
  rotate_rows(linear.w);
  return linear;
}

Matrix product(const Linear& linear) {
  const auto& [x, w] = linear;
  // Channel after channel into all outputs of a token, so that each sum keeps its order and no
  // addition waits for the one before.
  std::vector<double> channels;
  channels.reserve(w.values.size());
  for (int j = 0; j < w.columns; ++j)
    for (int output = 0; output < w.rows; ++output) channels.push_back(w.at(output, j));
  Matrix y{x.rows, w.rows, std::vector<double>(static_cast<size_t>(x.rows * w.rows), 0.)};
  for (int token = 0; token < x.rows; ++token) {
    const double *a = x.values.data() + token * x.columns, *b = channels.data();
    double* sums = y.values.data() + token * w.rows;
    for (int j = 0; j < x.columns; ++j, b += w.rows)
      for (int output = 0; output < w.rows; ++output) sums[output] += a[j] * b[output];
  }
  return y;
}

Matrix quantized_product(const Linear& linear, int bits, double threshold) {
  std::vector<bool> kept(static_cast<size_t>(linear.x.columns), false);
  if (threshold > 0) {
    const std::vector<double> maxima = channel_maxima(linear.x);
    for (size_t j = 0; j < kept.size(); ++j) kept[j] = maxima[j] >= threshold;
  }
  Linear rounded = linear;
  round_rows(rounded.x, bits, kept);
  round_rows(rounded.w, bits, kept);
  return product(rounded);
}

double relative_error(const Matrix& exact, const Matrix& found) {
  double signal = 0, noise = 0;
  for (size_t i = 0; i < exact.values.size(); ++i) {
    const double error = exact.values[i] - found.values[i];
    signal += exact.values[i] * exact.values[i];
    noise += error * error;
  }
  return noise > 0 ? std::sqrt(noise / signal) : 0;
}

}  // namespace loom::numerics
