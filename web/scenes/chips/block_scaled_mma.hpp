// The picture of `block-scaled-mma`: a row and a column in blocks, their codes and scales,
// products, block sums and the running total; where the row's scales lie; and what blocks do about
// an outlier.
#pragma once

#include "core/gemm/block_scaled.hpp"
#include "core/numerics/block_scale.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct BlockScaledMma {
  const gemm::BlockScaledKind* kind = nullptr;
  const numerics::BlockScheme *a_scheme = nullptr, *b_scheme = nullptr;
  std::vector<float> a, b;  // kind->depth of each
  gemm::BlockScaledDot dot;
  bool own = false;  // numbers of the reader's
  int row = 0;       // of A: for the place of its scales
  double outlier = 0;
  // gemm::noise_beside_outlier of FP4: a scale for 64, 32, 16 numbers, E8M0 before E4M3; of MXFP8.
  std::array<std::array<double, 3>, 2> noise{};
  double noise_of_eight_bits = 0;

  int depth() const { return kind->depth; }
  int blocks() const { return depth() / dot.block; }
  // Under both scales, tensor scales included.
  double value(bool of_b, int k) const;
  double product(int k) const { return value(false, k) * value(true, k); }
  double exact_product(int k) const;
  double scale(bool of_b, int block) const;            // tensor scale included
  std::string code(bool of_b, int k) const;            // "7", "3E"
  std::string scale_text(bool of_b, int block) const;  // "2⁻³": E8M0 is a power of two; "0.25"
  std::string packed_text(bool of_b) const;            // "32 in 16 of 32 bytes"
  double contribution(int block) const;                // of the result
  double total(int block) const;                       // up to here, tensor scales included
  double error() const { return static_cast<double>(dot.result) - dot.exact; }
  // The sum of the absolute values of the exact products: errors are compared with it.
  double size() const;
  using Drawing = struct BlockScaledMmaDrawing;
  float picture(const Sheet& sheet) const;
};

std::string size_text(double value);  // short, however large a reader's own numbers make it

inline constexpr std::array<int, 3> noise_blocks = {64, 32, 16};

}  // namespace loom::scenes
