// The picture of `smooth-outliers`: each channel's range in activations and weights, before and
// after; the error of the output in four ways, and that of SmoothQuant over α.
#pragma once

#include "core/numerics/smooth.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int alpha_count = 21;      // 0, 0.05, …, 1
inline constexpr int layers_averaged = 16;  // the curve of a single layer is noise

enum { as_it_is, smooth, rotation, mixed, way_count };
inline constexpr std::string_view way_names[] = {"as it is", "SmoothQuant", "Hadamard rotation",
                                                 "outliers in FP16"};

struct SmoothOutliers {
  double alpha = 0.5, size = 1;
  int bits = 8, kept = 0;  // kept: channels in FP16
  std::array<numerics::Smoothed, way_count> ways;
  std::array<numerics::Smoothed, alpha_count> curve;  // SmoothQuant
  std::array<double, alpha_count> mean = {};          // its error, for layers drawn alike
  std::vector<double> x, w, smooth_x, smooth_w;       // largest absolute value in each channel
  double most_x = 0, most_w = 0;                      // the same, at any α, or none

  double greatest_error() const {
    return largest(
        mean, {},
        largest(curve, &numerics::Smoothed::error, largest(ways, &numerics::Smoothed::error)));
  }
  using Drawing = struct SmoothOutliersDrawing;
  float picture(const Sheet& sheet) const;
};

std::string error_text(double share);  // "0.53%"

}  // namespace loom::scenes
