// Sparse attention as in DeepSeek-V3.2: a light indexer scores every earlier token, and attention
// runs only on the k best ones.
//
//   I(t, s) = Σ_j w_j · max(0, q_j · k_s)       over the indexer's heads, with one key per token
// Sources: DeepSeek-V3.2-Exp's report and arXiv 2512.02556; the example's numbers are made up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/attention/latent.hpp"
#include "core/attention/matrix.hpp"

namespace loom::attention {

// I(t, s) for every row s of `keys`; row j of `queries` is that of head j, of weight weights[j].
std::vector<double> index_scores(const Matrix& queries, std::span<const double> weights,
                                 const Matrix& keys);

// The indices of the k largest numbers (all, if there are fewer), in ascending order; of equal
// numbers the earlier ones.
std::vector<int> top_k(std::span<const double> numbers, int k);

// The share of the weights at the chosen indices: Σ over them / Σ over all; 0 if the sum is 0.
double recall(std::span<const double> weights, std::span<const int> chosen);

struct SparseOptions {
  int tokens = 64, k = 16;
  int heads = 4;         // of attention, and as many of the indexer
  int dim = 16;          // of queries and keys
  double sharpness = 2;  // how peaked attention is: factor on its scores
  double noise = 0.5;  // of the indexer's queries, against those of attention: 0 knows them exactly
  std::uint64_t seed = 1;
};

// The last token's attention.
struct SparseRun {
  std::vector<double> weights;  // attention, mean of all heads
  std::vector<double> index;    // I of each token
  std::vector<int> chosen;
  double recall = 0;         // of attention, by the chosen ones
  double best_recall = 0;    // by the k heaviest
  double random_recall = 0;  // by k tokens at random, on average: k / tokens
};

// Refused: tokens outside 1…4096, k or dim outside 1…4096, heads outside 1…64, sharpness or noise
// outside 0…100.
Result<SparseRun> sparse_run(const SparseOptions& options);

struct Indexer {
  int heads = 64, dim = 128, k = 2048;
};

// FLOPs of one layer for a query that sees `context` tokens, without projections.
struct SparseCost {
  double dense_absorbed = 0, dense_expanded = 0;  // every token, in both orders (latent.hpp)
  double index = 0, chosen = 0;                   // the indexer; absorbed attention to k tokens
  constexpr double sparse() const { return index + chosen; }
};
SparseCost sparse_cost(const LatentDims& dims, const Indexer& indexer, long long context);

// The same for all queries of a sequence together, each of which sees the tokens up to itself.
SparseCost sparse_cost_of_sequence(const LatentDims& dims, const Indexer& indexer,
                                   long long tokens);

}  // namespace loom::attention
