// How the next token is drawn: a temperature and cuts in any order, and what is left.
//
// Each step works on what the one before has left; a token that is cut has probability 0.
//   temperature T   logits divided by T
//   top-k           the k largest logits, and every one equal to the k-th
//   top-p           from the smallest up, tokens go while what goes sums to at most 1 − p; the last
//                   one always stays. Of equal logits the earlier place goes first, as in PyTorch
//                   up to 16 logits; beyond that its sort leaves it open.
//   min-p           tokens less than min_p times as probable as the most probable one go
// So at least one token is always left. Sources: Fan et al., arXiv 1805.04833; Holtzman et al.,
// arXiv 1904.09751; Nguyen et al., arXiv 2407.01082; for ties and bounds transformers'
// TopKLogitsWarper, TopPLogitsWarper and MinPLogitsWarper (tests/data/torch/sampling.json).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::attention {

struct SamplingStep {
  enum class Kind : unsigned char { temperature, top_k, top_p, min_p };
  Kind kind = Kind::temperature;
  double value = 1;  // T above 0; k a whole number from 1; p in 0…1; min_p in 0…1
};

// After a step.
struct Sampled {
  std::vector<double> logits;         // −∞ for what is cut
  std::vector<double> probabilities;  // their softmax
  int left = 0;                       // tokens not cut
};

inline constexpr size_t most_logits = 1 << 20;

// Before all steps, then after each. Refused: no logits or more than most_logits, a logit that is
// NaN or +∞ or all of them −∞, a step's value outside its range.
Result<std::vector<Sampled>> sample(std::span<const double> logits,
                                    std::span<const SamplingStep> steps);

// How often each token is drawn in that many draws.
std::vector<int> draw(std::span<const double> probabilities, int draws, std::uint64_t seed);

// The range of counts that a token of this probability has in all but `outside` of all series of
// draws: at most half of `outside` lies beyond each end. Exact binomial sums.
struct CountBand {
  int low = 0, high = 0;
};
CountBand count_band(double probability, int draws, double outside = 0.05);

}  // namespace loom::attention
