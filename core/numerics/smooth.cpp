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
  round_groups(bits, integers.values, matrix.columns);
  for (int j = 0; j < matrix.columns; ++j)
    for (int row = 0; kept[static_cast<size_t>(j)] && row < matrix.rows; ++row)
      integers.at(row, j) = decode(fp16, encode(fp16, matrix.at(row, j), Overflow::saturate));
  matrix = std::move(integers);
}

// Eight outputs at a time, which the compiler keeps in registers. Each sum has the order of the
// channels.
constexpr int together = 8;
using Outputs [[gnu::vector_size(together * sizeof(double))]] = double;

// The same numbers, channel after channel, with zeros up to a whole number of `together`.
std::vector<Outputs> by_channel(const Matrix& w) {
  const int groups = (w.rows + together - 1) / together;
  std::vector<Outputs> channels(static_cast<size_t>(groups * w.columns), Outputs{});
  for (int output = 0; output < w.rows; ++output)
    for (int j = 0; j < w.columns; ++j)
      channels[static_cast<size_t>(output / together * w.columns + j)][output % together] =
          w.at(output, j);
  return channels;
}

// The greatest sizes in each channel, and their logarithms.
struct Ranges {
  std::vector<double> x, w, log_x, log_w;

  explicit Ranges(const Linear& linear) : x(channel_maxima(linear.x)), w(channel_maxima(linear.w)) {
    for (const double most : x) log_x.push_back(most > 0 ? natural_logarithm(most) : 0);
    for (const double most : w) log_w.push_back(most > 0 ? natural_logarithm(most) : 0);
  }

  std::vector<double> factors(double alpha) const {
    std::vector<double> all;
    all.reserve(x.size());
    for (size_t j = 0; j < x.size(); ++j)
      all.push_back(x[j] > 0 && w[j] > 0 ? std::exp(alpha * log_x[j] - (1 - alpha) * log_w[j]) : 1);
    return all;
  }
};

}  // namespace

Linear random_linear(std::uint64_t seed, double size) {
  Random random(seed);
  Linear linear = {random_matrix(random, smooth_tokens, smooth_channels, 1),
                   random_matrix(random, smooth_outputs, smooth_channels, 0.1)};
  enlarge_outliers(linear, size);
  return linear;
}

void enlarge_outliers(Linear& linear, double size) {
  for (int channel : outlier_channels) scale_column(linear.x, channel, size);
}

std::vector<Linear> LayerSeries::from(int seed, int count, double size) {
  std::vector<Linear> next;
  for (int i = seed; i < seed + count; ++i) {
    const int known = i - first_;
    next.push_back(known >= 0 && known < std::ssize(drawn_)
                       ? drawn_[static_cast<std::size_t>(known)]
                       : random_linear(static_cast<std::uint64_t>(i), 1));
  }
  drawn_ = next;
  first_ = seed;
  for (Linear& each : next) enlarge_outliers(each, size);
  return next;
}

std::vector<double> channel_maxima(const Matrix& matrix) {
  std::vector<double> maxima(static_cast<size_t>(matrix.columns), 0.);
  const double* value = matrix.values.data();
  for (int row = 0; row < matrix.rows; ++row)
    for (double& most : maxima) most = std::max(most, std::fabs(*value++));
  return maxima;
}

std::vector<double> smoothing_factors(const Linear& linear, double alpha) {
  return Ranges(linear).factors(alpha);
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
  const std::vector<Outputs> channels = by_channel(w);
  Matrix y{x.rows, w.rows, std::vector<double>(static_cast<size_t>(x.rows * w.rows))};
  for (int token = 0; token < x.rows; ++token) {
    const Outputs* b = channels.data();
    for (int first = 0; first < w.rows; first += together) {
      const double* a = x.values.data() + token * x.columns;
      Outputs sums = {};
      for (int j = 0; j < x.columns; ++j) sums += *a++ * *b++;
      for (int i = 0; i < std::min(together, w.rows - first); ++i) y.at(token, first + i) = sums[i];
    }
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

std::vector<Smoothed> smoothing_curve(const Linear& linear, int bits,
                                      std::span<const double> alphas) {
  const Ranges ranges(linear);
  const Matrix exact = product(linear);
  std::vector<Smoothed> curve;
  for (const double alpha : alphas) {
    std::vector<double> factors = ranges.factors(alpha);
    Linear moved = linear;
    Smoothed left;
    scale_columns(moved.w, factors);
    for (size_t j = 0; j < factors.size(); ++j) {
      left.w = std::max(left.w, ranges.w[j] * factors[j]);
      factors[j] = 1 / factors[j];
      left.x = std::max(left.x, ranges.x[j] * factors[j]);
    }
    scale_columns(moved.x, factors);
    round_groups(bits, moved.x.values, moved.x.columns);
    round_groups(bits, moved.w.values, moved.w.columns);
    left.error = relative_error(exact, product(moved));
    curve.push_back(left);
  }
  return curve;
}

}  // namespace loom::numerics
