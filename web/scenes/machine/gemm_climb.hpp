// The picture of `gemm-climb`: a bar for every rung of one recording, and the lines that the last
// one changed.
#pragma once

#include "core/gemm/measured_climb.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

using ClimbType = gemm::h200::climb::Type;

// Two recordings, each shown as a page: seven rows of one type, then two of another. The last row
// of each type is the library's; a page's last step is about both.
inline constexpr int climb_page_rows = 9, climb_page_steps = 8, climb_rows = 2 * climb_page_rows;

constexpr int climb_page(int step) { return step > climb_page_steps ? 1 : 0; }
constexpr bool second_type(int row) { return row % climb_page_rows >= 7; }
constexpr int library_row(int row) {
  return row / climb_page_rows * climb_page_rows + (second_type(row) ? 8 : 6);
}
// The row that a step adds; a page's last step adds both of the library's.
constexpr int climb_row(int step) {
  const int within = (step - 1) % climb_page_steps;
  return climb_page(step) * climb_page_rows + (within == 6 ? 7 : within);
}
// The step at which a row appears.
constexpr int climb_step(int row) {
  const int within = row % climb_page_rows;
  return row / climb_page_rows * climb_page_steps + (within < 6 ? within + 1 : within == 7 ? 7 : 8);
}
constexpr ClimbType climb_type(int row) {
  if (row < climb_page_rows) return second_type(row) ? ClimbType::bf16 : ClimbType::fp32;
  return second_type(row) ? ClimbType::fp8 : ClimbType::bf16;
}

// For a row of the second recording, N = rung_sizes[size]: without products of zeros, and for FP8
// only with the scales.
constexpr const gemm::h200::climb::Rung& hopper_rung(int row, int size) {
  const int at = row - climb_page_rows + (second_type(row) ? 2 : 0);
  return gemm::h200::climb::rungs[at + size * gemm::h200::climb::rungs_of_a_size];
}

// A counter's value for a row, at N = 8192, and for another row for comparison.
struct ClimbCounter {
  std::string title, value, other;  // `other` may be empty
};
ClimbCounter climb_counter(int step, int size);
// The row with which a step's row is compared: the one before, if it did the same; else -1.
constexpr int climb_compared(int step) {
  const int row = climb_row(step), within = row % climb_page_rows;
  return within > 0 && within < 6 ? row - 1 : -1;
}
constexpr std::string_view climb_library(int row) {
  return row < climb_page_rows ? "cuBLAS" : "cuBLASLt";
}

struct ClimbPicture {
  int size;        // index into rung_sizes
  bool one_scale;  // bars are TFLOP/s; else shares of their own type's peak

  static std::string_view name(int row);
  double tflops(int row) const;
  double of_peak(int row) const {
    return tflops(row) / gemm::h200::climb::peak_tflops(climb_type(row));
  }
  double of_library(int row) const { return tflops(row) / tflops(library_row(row)); }
  std::string speed(int step) const;    // "51.4 TFLOP/s"; of a page's last step two
  std::string against(int step) const;  // what that is to be compared with
  using Drawing = struct GemmClimbDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
