// Moving the difficulty of quantization between activations and weights: SmoothQuant, Hadamard
// rotation, and the decomposition of LLM.int8(), each with the error that is left.
//
// A linear layer: y[t][o] = Σ_j x[t][j] · w[o][j], for every token t, output o, channel j. Both are
// quantized symmetrically with one scale per token of x and per output of w, in FP32
// (core/numerics/group_scale.hpp): scales that an integer matrix multiply can apply to its results.
// A scale per channel j would have to be inside the sum.
// SmoothQuant (Xiao et al., arXiv 2211.10438): x[·][j] / s_j and w[·][j] · s_j with
//   s_j = max|x[·][j]|^α / max|w[·][j]|^(1−α); the product stays.
// Rotation (QuaRot, Ashkboos et al., arXiv 2404.00456): x R and w R with R orthogonal, here
//   Sylvester's Hadamard matrix over √n; the product stays, because R R^T = 1.
// LLM.int8() (Dettmers et al., arXiv 2208.07339): channels of x that hold a number of size 6 or
//   more are multiplied in FP16, the others in integers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::numerics {

// At least one row and one column.
struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> values;  // row after row

  double& at(int row, int column) { return values[static_cast<size_t>(row * columns + column)]; }
  double at(int row, int column) const {
    return values[static_cast<size_t>(row * columns + column)];
  }
};

// x: tokens × channels, w: outputs × channels.
struct Linear {
  Matrix x, w;
};

// Random numbers, normal with deviation 1 for x and 0.1 for w; the channels that `outlier_channel`
// names are `size` times as large in x.
inline constexpr int smooth_tokens = 16, smooth_channels = 32, smooth_outputs = 8;
inline constexpr int outlier_channels[] = {5, 18, 27};
Linear random_linear(std::uint64_t seed, double size);
void enlarge_outliers(Linear& linear, double size);  // of a layer drawn with size 1

// Layers of consecutive seeds with outliers of that size. What the call before has drawn is kept.
class LayerSeries {
 public:
  std::vector<Linear> from(int seed, int count, double size);

 private:
  std::vector<Linear> drawn_;  // with size 1
  int first_ = 0;              // seed
};

std::vector<double> channel_maxima(const Matrix& matrix);  // greatest size in each column

// s_j; 1 where a channel is all zeros in x or in w. 0 ≤ alpha ≤ 1.
std::vector<double> smoothing_factors(const Linear& linear, double alpha);
Linear smoothed(Linear linear, double alpha);

// What is left with each α: the greatest sizes in x and in w, and the error. The same bits as
// channel_maxima(), quantized_product() and relative_error() have for smoothed(), in a fifth of the
// time.
struct Smoothed {
  double x = 0, w = 0, error = 0;
};
std::vector<Smoothed> smoothing_curve(const Linear& linear, int bits,
                                      std::span<const double> alphas);

// The rows of x and w by Hadamard's matrix, in n · log2 n additions each. Refuses a number of
// channels that is no power of two.
Result<Linear> rotated(Linear linear);

Matrix product(const Linear& linear);

// Both rounded to integers of `bits` (2…16) and multiplied. Channels that hold a number of at least
// `threshold` in x, where that is above 0, are rounded to FP16 instead.
Matrix quantized_product(const Linear& linear, int bits, double threshold = 0);
inline constexpr double llm_int8_threshold = 6;

// √(Σ (y − ŷ)² / Σ y²); 0 where both are zero.
double relative_error(const Matrix& exact, const Matrix& found);

}  // namespace loom::numerics
