// The picture of `where-math-runs`: throughput over the batch for four schemes, and for the chosen
// batch the time that each moves bytes and does math.
#pragma once

#include "core/gemm/linear_layer.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int roof_schemes = 4, largest_batch = 4096;

struct WhereMathRuns {
  struct Row {
    const gemm::Scheme* scheme = nullptr;
    gemm::LinearCost now;  // at the batch that is chosen
    double ridge = 0;      // batch
  };

  const device::Machine* machine = nullptr;
  gemm::Linear layer = {};
  int batch = 1, chosen = 0;
  std::array<Row, roof_schemes> rows;

  const Row& row() const { return nth(rows, chosen); }
  gemm::LinearCost at(int row, int tokens) const {
    return gemm::linear_cost(*machine, layer, *nth(rows, row).scheme, tokens);
  }
  bool measured() const;  // whether the curves are those of the recorded run
  using Drawing = struct WhereMathRunsDrawing;
  float picture(const Sheet& sheet) const;
};

std::string microseconds(double seconds);  // "7.0 µs"

}  // namespace loom::scenes
