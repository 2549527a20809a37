// Keys and values rebuilt from a latent, in two orders of multiplication that give the same
// numbers.
//
// For each token the cache holds c (d_c numbers) and one rotary key r (d_r) for all heads. Head h's
// key is [U_h c; r] and its value V_h c. Either the keys and values are rebuilt ("expanded"), or
// U_h moves to the query and V_h behind the sum ("absorbed"), so that attention runs on the latents
// themselves:
//   q_nope · (U_h c) = (U_h^T q_nope) · c         Σ p (V_h c) = V_h (Σ p c)
// Scores are scaled by 1/√(d_nope + d_r). Sources: DeepSeek-V2, arXiv 2405.04434; FlashMLA, for the
// names of both.
#pragma once

#include <cstdint>
#include <optional>

#include "core/attention/matrix.hpp"
#include "core/attention/step.hpp"

namespace loom::attention {

struct LatentDims {
  int heads = 128;
  int latent = 512, rotary = 64;  // d_c, d_r
  int nope = 128, value = 128;    // of one head: the part of keys without position, and values

  // Of one token in one layer: kept, and what keys and values of all heads would be.
  constexpr int kept() const { return latent + rotary; }
  constexpr int rebuilt() const { return heads * (nope + rotary + value); }
};

enum class LatentOrder : unsigned char { expanded, absorbed };

// For one layer and one sequence of `tokens` cached tokens, `queries` of which are new. A multiply
// and an add are two operations. Every pair is counted, as if there were no mask.
struct LatentCost {
  double rebuild = 0;    // FLOPs: keys and values of all tokens; or queries and outputs by U and V
  double attention = 0;  // FLOPs: scores and sums
  double cache_bytes = 0;    // latents and rotary keys, read once
  double weight_bytes = 0;   // U and V, read once
  double rebuilt_bytes = 0;  // rebuilt keys and values, written and read; 0 when absorbed
  constexpr double flop() const { return rebuild + attention; }
  constexpr double bytes() const { return cache_bytes + weight_bytes + rebuilt_bytes; }
};

// Refused: dims below 1 (rotary: 0) or above 65536, tokens or queries below 1 or above 2³⁰, bytes
// per number not in 0…16.
Result<LatentCost> latent_cost(const LatentDims& dims, LatentOrder order, long long tokens,
                               long long queries, double bytes_per_number = 2);

// The fewest queries at which rebuilding keys and values takes no more FLOPs than absorbing;
// nothing when it always takes more.
std::optional<long long> break_even_queries(const LatentDims& dims, long long tokens);

// A layer with numbers in it. Row t of `latents` and `rotary_keys` is token t; `up_keys[h]` is
// U_h (d_nope × d_c), `up_values[h]` is V_h (d_value × d_c).
struct LatentLayer {
  LatentDims dims;
  Matrix latents, rotary_keys;
  std::vector<Matrix> up_keys, up_values;
};

// One query of one head.
struct LatentQuery {
  std::vector<double> nope, rotary;
};

struct LatentStep {
  std::vector<double> query;   // what is multiplied with what is cached: by head, or absorbed
  Matrix keys, values;         // what it meets: rebuilt, or the latents themselves
  std::vector<double> scores;  // scaled
  Softmax softmax;
  std::vector<double> sum;  // Σ p · values, before V_h when absorbed
  std::vector<double> out;
};

LatentStep latent_step(const LatentLayer& layer, int head, const LatentQuery& query,
                       LatentOrder order);

// A layer and a query for every head, of small whole numbers, from a seed.
struct LatentExample {
  LatentLayer layer;
  std::vector<LatentQuery> queries;
};
LatentExample latent_example(const LatentDims& dims, int tokens, std::uint64_t seed);

}  // namespace loom::attention
