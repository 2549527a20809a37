// A mask that a reader writes: which pairs attention computes, as an expression in
//
//   b   the sequence of the batch        q   the position of the query
//   h   the head                         k   the position of the key
//
// which is not 0 for a query and a key that it sees: "q >= k && q - k < 128" is a causal window.
// Operators are C's, on whole numbers; see core/expression/expression.hpp. Blocks are counted as
// core/attention/mask.hpp counts them.
// Source: FlexAttention's mask_mod and create_block_mask, arXiv 2412.05496. Python divides toward
// −∞; here division goes toward 0.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/attention/mask.hpp"
#include "core/expression/expression.hpp"
#include "core/result.hpp"

namespace loom::attention {

inline constexpr int most_expression_tokens = 8192;

struct ExpressionMask {
  expression::Expression allows;

  // Refused: what is no expression in b, h, q and k.
  static Result<ExpressionMask> parse(std::string_view text);
};

struct MaskedPairs {
  long long pairs = 0;
  BlockCounts blocks;
  std::vector<BlockKind> kinds;  // row after row of the queries' blocks; if asked for
  int columns = 0;               // blocks in a row
};

// For n queries and n keys, in blocks of `block` of each. Refused: n outside 1…8192, block below 1,
// b or h below 0, more than 2^32 operations on q and k together, and any pair of a query and a key
// for which the expression has no value; the message names the pair.
Result<MaskedPairs> count_masked(const ExpressionMask& mask, int n, int block, int b = 0, int h = 0,
                                 bool with_kinds = false);

// For each of n keys whether query q sees it. Refused: as above, q outside 0 … n − 1.
Result<std::vector<std::uint8_t>> seen_keys(const ExpressionMask& mask, int n, int q, int b = 0,
                                            int h = 0);

// Blocks of so many queries and so many keys, row after row of the queries' blocks: whether any
// query of the block sees any key of it. Refused: as above, and blocks below 1.
struct BlockShape {
  std::int64_t queries = 1, keys = 1;
};
Result<std::vector<bool>> visited_blocks(const ExpressionMask& mask, int n, const BlockShape& shape,
                                         int b = 0, int h = 0);

}  // namespace loom::attention
