// How fast an H200 reads a cache: one layer's attention for one new token of each sequence, by
// PyTorch's kernels (core/recorded/h200/decode.json).
#pragma once

#include "core/attention/cache.hpp"

namespace loom::attention::h200 {

struct DecodeRun {
  int kv_heads, context, batch;
  double flash_us, cudnn_us;  // FlashAttention 2, cuDNN

  constexpr double bytes() const;
  constexpr double fastest_us() const { return flash_us < cudnn_us ? flash_us : cudnn_us; }
  constexpr double gb_per_s() const { return bytes() / fastest_us() / 1000; }
};

// decode_runs, in BF16, with decode_heads query heads, for every number of KV heads; a head has
// decode_head numbers.
#include "core/recorded/decode.inc"  // IWYU pragma: export

// Keys and values, and one query and output for every head.
constexpr double DecodeRun::bytes() const {
  const LayerKind kind{.layers = 1, .kv_heads = kv_heads, .head = decode_head};
  return 2. * batch *
         (static_cast<double>(kind.numbers()) * context + 2. * decode_heads * decode_head);
}

constexpr const DecodeRun* find_decode_run(int kv_heads, int context, int batch) {
  for (const DecodeRun& run : decode_runs)
    if (run.kv_heads == kv_heads && run.context == context && run.batch == batch) return &run;
  return nullptr;
}

}  // namespace loom::attention::h200
