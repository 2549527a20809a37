// One step of attention with every number: scores S = Q K^T · scale, a mask, softmax along each
// row, and the weighted sums P V, in double precision.
//
// A learned sink z is one more logit in every row's softmax, without scaling and without a value;
// its share is not in the sum.
// Sources: Vaswani et al., arXiv 1706.03762, section 3.2.1; for rows that see no key FlashAttention
// and PyTorch, which answer zeros (tests/data/torch/attention.json); for the sink gpt-oss, ibid.
#pragma once

#include <limits>
#include <optional>

#include "core/attention/mask.hpp"
#include "core/attention/matrix.hpp"
#include "core/result.hpp"

namespace loom::attention {

inline constexpr double no_sink = -std::numeric_limits<double>::infinity();

struct Softmax {
  std::vector<double> weights;  // all 0 when every score is −∞
  double sink = 0;              // the sink's share: 1 − Σ weights
  double lse = 0;               // ln(e^sink + Σ e^score); −∞ when there is nothing
  bool empty = false;           // every score is −∞
};

// Scores are finite or −∞ (a masked key), and `sink` too.
Softmax softmax(std::span<const double> scores, double sink = no_sink);

struct Operands {
  Matrix q, k, v;  // n_q × d, n_k × d, n_k × d_v
  Masks masks = {.first = {.kind = Mask::Kind::full}};
  std::optional<double> scale = {};  // otherwise 1/√d
  double sink = no_sink;
};

struct Step {
  double scale = 0;
  Matrix scores;   // n_q × n_k, scaled; −∞ where masked
  Matrix weights;  // n_q × n_k
  Matrix out;      // n_q × d_v
  std::vector<Softmax> rows;
  int strongest(int query) const;  // the first key with the largest weight; −1: it sees none
};

inline constexpr long long most_products = 1 << 26, most_results = 1 << 22;

// Refused: an empty matrix, sizes that do not fit together, more than most_products products of
// two numbers, more than most_results scores or sums, numbers that are not finite, sums beyond
// double precision, and what check() of the masks refuses.
Result<Step> attend(const Operands& operands);

}  // namespace loom::attention
