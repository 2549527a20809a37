// Which pairs of a query and a key attention computes, and what follows from that: how many pairs
// and blocks there are, which keys have to be kept, and how far back information reaches.
//
// Positions: with n_q queries and n_k keys the last query stands at the last key (bottom right), so
// query i is at position i + n_k − n_q; with more queries than keys the first ones stand before
// every key. A window W is the current token and the W − 1 before it.
// Sources: FlashAttention's README, 2.1 (bottom right); Longformer, arXiv 2004.05150, and Mistral
// 7B, arXiv 2310.06825 (windows); StreamingLLM, arXiv 2309.17453 (sinks); PyTorch's FlexAttention,
// create_block_mask (blocks; tests/data/torch/blocks.json).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::attention {

struct Mask {
  enum class Kind : unsigned char {
    full,
    causal,            // j ≤ i
    window,            // |i − j| < window
    causal_window,     // 0 ≤ i − j < window
    sinks_window,      // causal_window, and j ≤ i among the first `sinks` tokens
    documents,         // i and j are in one document
    causal_documents,  // and j ≤ i
    prefix,            // causal, but the first `prefix` tokens are seen by all
    first,             // only the first `prefix` tokens, by all
    block_sparse,      // i and j are in one block of `block` tokens, or j is in every `stride`-th
  };
  Kind kind = Kind::causal;
  int window = 1, sinks = 0, prefix = 0;
  std::vector<int> cuts = {};  // where another document begins; not falling
  int block = 1, stride = 1;
};

// One mask, or two of them joined.
struct Masks {
  enum class Join : unsigned char { alone, both, either };
  Mask first = {};
  Join join = Join::alone;
  Mask second = {};
};

struct Extent {
  int queries = 0, keys = 0;
};

inline constexpr int most_tokens = 1 << 20;
inline constexpr long long most_blocks = 1 << 26;

// Refused: fewer than 1 or more than most_tokens queries or keys; window, block or stride below 1,
// sinks or prefix below 0, cuts that fall or lie outside 0…keys; a block-sparse mask of more than
// most_blocks ranges.
std::optional<Error> check(const Masks& masks, Extent extent);

// The functions below take masks that check() accepts.

// Keys begin … end − 1.
struct Range {
  int begin = 0, end = 0;
  constexpr int size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

// The keys that query `query` sees: ordered ranges that do not touch. `query` may be beyond the
// last query; `found` receives the result.
void seen_keys(const Masks& masks, Extent extent, int query, std::vector<Range>& found);

bool allows(const Masks& masks, Extent extent, int query, int key);

long long count_pairs(const Masks& masks, Extent extent);

// Squares of `block` queries and keys. `full`: every pair is computed; a square that extends beyond
// the edge is at most partial, as in FlexAttention. `skipped`: no pair is computed.
struct BlockCounts {
  long long full = 0, partial = 0, skipped = 0;
};
enum class BlockKind : unsigned char { skipped, partial, full };

// Refused: block below 1, more than most_blocks blocks.
Result<BlockCounts> count_blocks(const Masks& masks, Extent extent, int block);
// The same, block by block, row after row of the queries'.
Result<std::vector<BlockKind>> classify_blocks(const Masks& masks, Extent extent, int block);

// The keys of `tokens` tokens that the last one or any later token sees: what a cache has to hold.
// A later token belongs to the last document.
std::vector<Range> kept_keys(const Masks& masks, int tokens);

// The tokens that can have influenced the output of the last one after that many layers (itself
// included, since a layer adds to its input), and how many they are. Source: Longformer, section
// 3.1.
std::vector<Range> reached(const Masks& masks, int tokens, int layers);
int reach(const Masks& masks, int tokens, int layers);

// Keys of ranges.
long long count(std::span<const Range> ranges);

}  // namespace loom::attention
