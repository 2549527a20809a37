// FlexAttention's other halves: what a score_mod makes of a score, and what a block mask takes.
//
// A BlockMask has, for each block of queries, how many blocks of keys are partial and which, and
// the same for full ones; for the backward pass also, for each block of keys, the blocks of
// queries. All are numbers of 32 bits, with room for every block. Sources: FlexAttention, arXiv
// 2412.05496; PyTorch's torch/nn/attention/flex_attention.py; ALiBi, arXiv 2108.12409.
#pragma once

#include <cstdint>

namespace loom::attention {

enum class ScoreMod : unsigned char {
  none,
  alibi,     // s − |q − k| / 2^(h + 1): the slopes of eight heads
  soft_cap,  // c · tanh(s / c), c = score_cap
  relative,  // s + bias[q − k]; here an example of a learned table: −2 · log2(1 + |q − k|)
};

inline constexpr double score_cap = 30;

// `h`: 0 to 7 for ALiBi; others count from 0 again.
double modified(ScoreMod mod, double score, std::int64_t q, std::int64_t k, std::int64_t h);

// An example of a row's scores, −40 to 40, by the key's place in the row, 0 to 1.
double example_score(double place);

// Of one sequence and head, or of all that share it. rows, columns: blocks of queries and keys.
std::int64_t block_mask_bytes(std::int64_t rows, std::int64_t columns);

}  // namespace loom::attention
