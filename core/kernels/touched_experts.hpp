// How many experts of a mixture one step of generation reads: each token of the batch chooses some,
// and every expert that any token chose is read once.
//
// If every choice of top_k out of E experts is equally likely, a token leaves an expert out with
// probability 1 − k/E, so a batch of B reads E·(1 − (1 − k/E)^B) on average.
// Source: Shazeer et al., arXiv 1701.06538 (top-k gating); the rest is arithmetic.
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"

namespace loom::kernels {

struct ExpertChoice {
  int experts = 128;  // 1…4096
  int top_k = 8;      // 1…experts
  int batch = 16;     // tokens, 1…65536
};

// Refused: numbers outside these ranges.
Result<double> expected_experts(const ExpertChoice& choice);

// One random step: how many tokens chose each expert. Refuses the same.
Result<std::vector<int>> draw_experts(const ExpertChoice& choice, std::uint64_t seed);

}  // namespace loom::kernels
