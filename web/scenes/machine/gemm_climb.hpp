// The picture of `gemm-climb`: a bar for every rung, and the lines that the last one changed.
#pragma once

#include "core/gemm/measured.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// The row of core/gemm/measured.hpp that a step adds, without the library, which adds two rows.
constexpr int climb_row(int step) { return step == 7 ? 7 : step - 1; }
// The step at which a row appears.
constexpr int climb_step(int row) { return row < 6 ? row + 1 : row == 7 ? 7 : 8; }

inline constexpr int fp32_library_row = 6, bf16_library_row = 8;

struct ClimbPicture {
  int size;        // index into rung_sizes
  bool one_scale;  // bars are TFLOP/s; else shares of their own type's peak

  double tflops(int row) const { return gemm::h200::rungs[row].tflops[size]; }
  static double peak(int row) {
    return gemm::h200::rungs[row].bf16 ? gemm::h200::bf16_peak_tflops
                                       : gemm::h200::fp32_peak_tflops;
  }
  double of_peak(int row) const { return tflops(row) / peak(row); }
  double of_library(int row) const {
    return tflops(row) / tflops(gemm::h200::rungs[row].bf16 ? bf16_library_row : fp32_library_row);
  }

  float height(float width) const;
  void draw(scene::Painter& painter, const scene::View& view) const;
};

}  // namespace loom::scenes
