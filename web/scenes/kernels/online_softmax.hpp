// The picture of the scene online-softmax: keys as columns, cut into tiles; beside them what the
// row keeps.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/kernels/online_softmax.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// One row of scores and what the simulator says about it.
struct SoftmaxRun {
  int keys_per_tile = 1;
  bool conditional = false;
  std::string threshold;      // as the reader wrote it
  double largest_weight = 1;  // that the threshold allows
  std::vector<double> scores, values;
  kernels::TiledSoftmax folded;
  kernels::NaiveSoftmax naive{};
  int score_decimals = 1, value_decimals = 0;

  int keys() const { return static_cast<int>(scores.size()); }
  int tiles() const { return static_cast<int>(folded.rows.size()); }
  int tile_of(int key) const { return key / keys_per_tile; }
  int first_key(int tile) const { return tile * keys_per_tile; }
  int end_key(int tile) const { return std::min(keys(), first_key(tile + 1)); }
  const kernels::SoftmaxRow& row(int tile) const { return nth(folded.rows, tile); }
  double exact(int tile) const { return nth(folded.exact, tile).output; }
  double score(int key) const { return nth(scores, key); }
  double value(int key) const { return nth(values, key); }

  std::string show_score(double score) const { return fixed(score, score_decimals); }
  std::string show_value(double value) const { return fixed(value, value_decimals); }
  std::string show_exp(double score, double m) const {  // "exp(3.0 − 5.0)"
    return fill("exp({} {} {})", show_score(score), m < 0 ? "+" : "−", show_score(std::fabs(m)));
  }

  using Drawing = struct OnlineSoftmaxDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
