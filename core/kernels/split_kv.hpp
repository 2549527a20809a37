// Split-KV decoding: one query's keys are split into parts, each with its own block, followed by a
// merge.
//
// Part i computes from its keys an output O_i = softmax(s) · v and log-sum-exp L_i = ln Σ exp(s).
// With M = max L_i the whole is O = Σ exp(L_i − M) O_i / Σ exp(L_i − M), L = M + ln Σ exp(L_i − M):
// exact, in any order.
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

// The keys in `splits` parts; if they do not divide evenly, the first parts have one key more. Some
// parts are empty if there are more parts than keys. Refused: what two_pass_softmax() refuses, and
// splits outside 1…65536.
Result<SplitKv> split_kv(const SoftmaxTile& keys, int splits);

// Where the blocks of a decode step run: one for each sequence, KV head and part.
struct DecodeGrid {
  int batch = 1, heads = 1;  // sequences, heads of keys
  std::int64_t context = 1;  // keys of a sequence
  int splits = 1;
  int multiprocessors = 132;  // each runs one block at a time

  std::int64_t blocks() const { return std::int64_t{batch} * heads * splits; }
  std::int64_t keys_of_a_block() const { return (context - 1) / splits + 1; }  // of the largest
};

struct DecodeWaves {
  std::int64_t blocks = 0, waves = 0;
  std::int64_t busy = 0;             // multiprocessors in the first wave
  std::int64_t keys_of_a_block = 0;  // of the largest
  // The time in keys, processed one after another, until all is done, and how busy the
  // multiprocessors are: a block goes to the multiprocessor that is free first.
  std::int64_t longest = 0;
  double busy_share = 0;
  std::vector<std::int64_t> blocks_of;  // each multiprocessor
};

// Refused: numbers below 1, batch, heads, splits or multiprocessors above 65536, a context above
// 2^30, or more than 2^22 blocks; more splits than keys.
Result<DecodeWaves> decode_waves(const DecodeGrid& grid);
// `longest` alone, in less time.
Result<std::int64_t> decode_longest(const DecodeGrid& grid);

// The fewest parts for which every multiprocessor has a block, at most one part per key.
std::int64_t splits_that_fill(const DecodeGrid& grid);

// How many rows of a tensor core's tile the queries of a decode step fill: those of one token, for
// the heads that share their keys. tile: 64 rows for Hopper's instructions.
struct PackedRows {
  int used = 1, tile = 64;
  int wasted() const { return tile - used; }
};
PackedRows packed_rows(int sharing, int tile = 64);

// The 32-bit numbers that the parts write for the merge, which reads them: an output of `width` and
// a log-sum-exp for every query head and part.
std::int64_t merge_numbers(const DecodeGrid& grid, int sharing, int width);

}  // namespace loom::kernels
