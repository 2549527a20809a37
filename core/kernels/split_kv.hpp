// Split-KV decoding: the keys of one query in parts, each part its own block, and a merge.
//
// Part i makes of its keys an output O_i = softmax(s) · v and log-sum-exp L_i = ln Σ exp(s). With
// M = max L_i the whole is  O = Σ exp(L_i − M) O_i / Σ exp(L_i − M),  L = M + ln Σ exp(L_i − M): no
// approximation, in whatever order.
// Sources: Flash-Decoding, https://crfm.stanford.edu/2023/10/12/flashdecoding.html;
// FlashAttention-2, arXiv 2307.08691 (log-sum-exp); Modular's design note on flash decoding,
// https://modular.github.io/modular/uwgmma-flash-decoding (rows of a tile).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/online_softmax.hpp"
#include "core/result.hpp"

namespace loom::kernels {

struct SplitPart {
  int first = 0, keys = 0;
  double output = 0;  // NaN where the part has no key that is not masked
  double lse = 0;     // −∞ there
  double weight = 0;  // of its output in the whole
};

struct SplitKv {
  std::vector<SplitPart> parts;
  double merged = 0;  // NaN where every key is masked
  double lse = 0;
};

inline constexpr int most_splits = 65536;

// The keys in `splits` parts, the first ones with a key more where they do not divide; some have
// none where there are more parts than keys. Refused: what two_pass_softmax() refuses, and splits
// outside 1…65536.
Result<SplitKv> split_kv(const SoftmaxTile& keys, int splits);

// Where blocks of a decode step run: one for each sequence, head of keys and part.
struct DecodeGrid {
  int batch = 1, heads = 1;  // sequences, heads of keys
  std::int64_t context = 1;  // keys of a sequence
  int splits = 1;
  int multiprocessors = 132;  // each runs one block at a time
};

struct DecodeWaves {
  std::int64_t blocks = 0, waves = 0;
  std::int64_t busy = 0;             // multiprocessors in the first wave
  std::int64_t keys_of_a_block = 0;  // of the largest
  // Keys one after another until all is done, and how busy the multiprocessors are meanwhile:
  // blocks go to whoever is free first.
  std::int64_t longest = 0;
  double busy_share = 0;
};

// Refused: numbers below 1, batch, heads, splits or multiprocessors above 65536, a context above
// 2^30, or more than 2^22 blocks; more splits than keys.
Result<DecodeWaves> decode_waves(const DecodeGrid& grid);

// The fewest parts for which every multiprocessor has a block, at most one a key.
std::int64_t splits_that_fill(const DecodeGrid& grid);

// Rows of a tensor core's tile that a decode step's queries fill: those of one token, for as many
// heads as share their keys. tile: 64 rows of Hopper's instructions.
struct PackedRows {
  int used = 1, tile = 64;
  int wasted() const { return tile - used; }
};
PackedRows packed_rows(int sharing, int tile = 64);

// Numbers in 32 bits that the parts write for the merge, which reads them: an output of `width` and
// a log-sum-exp for every query head and part.
std::int64_t merge_numbers(const DecodeGrid& grid, int sharing, int width);

}  // namespace loom::kernels
