// The picture of `ternary`: activations over a matrix of weights, and the result of each row.
#pragma once

#include "core/numerics/ternary.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int ternary_columns = 6;
inline constexpr double weight_limit = 2, activation_limit = 4;

struct TernaryState {
  std::vector<double> weights, activations;
  numerics::TernaryProduct product;
  int rows() const { return static_cast<int>(product.rows.size()); }
  // Only for the first columns.
  numerics::TernaryRow row(int row, int columns) const {
    return numerics::partial_row(product, weights, activations, static_cast<size_t>(row),
                                 static_cast<size_t>(columns));
  }
  using Drawing = struct TernaryDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
