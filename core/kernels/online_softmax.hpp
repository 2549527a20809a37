// Online softmax: attention for one query row, one tile of keys at a time, in double precision.
//
// Per tile, with scores s_k and values v_k (scalars: one column of V), starting from m = −∞, l = O
// = 0:
//   m' = max(m, max s_k)   a = exp(m − m')   l' = a·l + Σ exp(s_k − m')   O' = a·O + Σ exp(s_k −
//   m')·v_k
// After any prefix of tiles O/l is softmax attention over the keys seen so far.
// Sources: Milakov and Gimelshein, arXiv 1805.02867 (the recurrence); FlashAttention, arXiv
// 2205.14135 (with values); FlashAttention-4, arXiv 2603.05451 (conditional rescaling).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::kernels {

// Scores are natural-log units (q·k, scaled or not); −∞ masks a key. One value per score.
struct SoftmaxTile {
  std::span<const double> scores, values;
};

// With `conditional`, the stored maximum may lag behind the true one: l and O are rescaled only
// when the true maximum has outgrown it by more than `threshold`. Both then use the same stale
// maximum, which cancels in O/l, so the result stays exact; weights grow up to 2^threshold.
struct SoftmaxOptions {
  bool conditional = false;
  double threshold = 8;  // log2 units, 0…127 (2^127 is where FP32 sums end)
};

// The state after a tile.
struct SoftmaxRow {
  double tile_max;  // largest score of this tile; −∞ when every key of it is masked
  double true_max;  // largest score so far
  double m;         // the maximum that weights are taken against; below true_max only when it lags
  double growth_log2;  // how far true_max lay above the stored maximum before m could follow, in
                       // log2 units; ∞ when nothing was stored
  double lag_log2;     // how far it still does
  double limit;        // a later score above this moves m
  double
      rescale;    // factor on l and O before this tile was added; 0 while there was nothing to keep
  bool rescaled;  // the factor had to be applied: something was held and m moved
  double l;       // Σ exp(s − m) over the keys so far
  double added_l;      // this tile's share of it: l = rescale·(l before) + added_l
  double accumulator;  // O = Σ exp(s − m)·v
  double added_accumulator;
  double output;  // O/l; NaN while every key so far is masked
  double lse;     // m + ln l; −∞ while every key so far is masked
};

class OnlineSoftmax {
 public:
  // Refused: a threshold outside 0…127.
  static Result<OnlineSoftmax> make(const SoftmaxOptions& options = {});

  // Adds a tile. Refused, with the state unchanged: a tile without keys, a different number of
  // scores and values, a score that is NaN or +∞, a value that is not finite, sums beyond double
  // precision.
  Result<SoftmaxRow> add(const SoftmaxTile& tile);

 private:
  explicit OnlineSoftmax(const SoftmaxOptions& options) : options_(options) {}

  SoftmaxOptions options_;
  double true_max_ = -std::numeric_limits<double>::infinity();
  double m_ = -std::numeric_limits<double>::infinity();
  double l_ = 0, accumulator_ = 0;
};

// One row per tile. Refused: no tiles at all, and whatever OnlineSoftmax refuses; the message names
// the tile, counted from 0.
Result<std::vector<SoftmaxRow>> online_softmax(std::span<const SoftmaxTile> tiles,
                                               const SoftmaxOptions& options = {});

// How many rows were rescaled.
int count_rescales(std::span<const SoftmaxRow> rows);

// The largest weight that conditional rescaling allows: 2^threshold.
double largest_weight(const SoftmaxOptions& options);

// exp(score − m), the weight of a key before normalization; 0 for a masked key.
double softmax_weight(double score, double m);

// The textbook method, with all scores available: one pass for the maximum, one for the sums.
// Refuses what OnlineSoftmax::add refuses. `output` is NaN if every key is masked.
struct SoftmaxResult {
  double max, l, output, lse;
};
Result<SoftmaxResult> two_pass_softmax(const SoftmaxTile& keys);

// One row of keys in tiles of `keys_per_tile`, the last perhaps shorter, and for each tile what two
// passes give for the keys up to its end. Refused: fewer keys per tile than 1, and whatever the two
// refuse.
struct TiledSoftmax {
  std::vector<SoftmaxRow> rows;
  std::vector<SoftmaxResult> exact;
};
Result<TiledSoftmax> softmax_in_tiles(const SoftmaxTile& keys, int keys_per_tile,
                                      const SoftmaxOptions& options = {});

// The effect of exp(s) without subtracting a maximum, in a number format that rounds to nearest: it
// overflows to infinity, or vanishes so that the denominator is zero. Scores as above; refused:
// none at all, NaN and +∞.
struct NaiveSoftmax {
  double largest;                       // exp(max s)
  double sum;                           // Σ exp(s), in double precision
  bool fp16_overflows, fp32_overflows;  // `sum`, or one of its terms, is infinite there
  bool fp16_vanishes, fp32_vanishes;  // every term is zero there, although not every key is masked
};
Result<NaiveSoftmax> naive_softmax(std::span<const double> scores);

}  // namespace loom::kernels
