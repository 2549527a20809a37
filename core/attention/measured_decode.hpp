// How fast an H200 reads a cache: one layer's attention for one new token of each sequence, by
// PyTorch's kernels. A test compares every number with the recorded run
// (core/recorded/h200/decode.json).
#pragma once

#include "core/attention/cache.hpp"

namespace loom::attention::h200 {

// BF16; 32 heads of queries, whatever the number of KV heads.
inline constexpr int decode_heads = 32, decode_head = 128;

struct DecodeRun {
  int kv_heads, context, batch;
  double flash_us, cudnn_us;  // FlashAttention 2, cuDNN

  // Keys and values, and one query and output for every head.
  constexpr double bytes() const {
    const LayerKind kind{.layers = 1, .kv_heads = kv_heads, .head = decode_head};
    return 2. * batch *
           (static_cast<double>(kind.numbers()) * context + 2. * decode_heads * decode_head);
  }
  constexpr double fastest_us() const { return flash_us < cudnn_us ? flash_us : cudnn_us; }
  constexpr double gb_per_s() const { return bytes() / fastest_us() / 1000; }
};

inline constexpr DecodeRun decode_runs[] = {
    {32, 1024, 1, 13.86, 10.68},     {32, 1024, 64, 403.01, 237.8},
    {32, 8192, 1, 47.34, 36.86},     {32, 8192, 16, 769.53, 471.51},
    {32, 32768, 1, 147.78, 122.94},  {32, 32768, 8, 1744.27, 925.66},
    {32, 131072, 1, 517.45, 466.74}, {32, 131072, 4, 2027.96, 1837.29},
    {8, 1024, 1, 10.78, 7.61},       {8, 1024, 64, 107.06, 66.28},
    {8, 8192, 1, 23.28, 15.66},      {8, 8192, 16, 127.94, 122.14},
    {8, 32768, 1, 50.62, 38.1},      {8, 32768, 8, 244.8, 240.23},
    {8, 131072, 1, 151.47, 124.72},  {8, 131072, 4, 512.46, 468.07},
    {4, 1024, 1, 10.47, 7.33},       {4, 1024, 64, 55.51, 35.48},
    {4, 8192, 1, 25.14, 12.71},      {4, 8192, 16, 70.05, 66.74},
    {4, 32768, 1, 36.69, 24.48},     {4, 32768, 8, 137.94, 124.41},
    {4, 131072, 1, 84.51, 68.04},    {4, 131072, 4, 265.31, 239.08},
    {2, 1024, 1, 10.19, 7.11},       {2, 1024, 64, 26.18, 20.37},
    {2, 8192, 1, 22.54, 10.4},       {2, 8192, 16, 46.02, 38.87},
    {2, 32768, 1, 40.08, 16.19},     {2, 32768, 8, 79.42, 68.45},
    {2, 131072, 1, 62.28, 38.78},    {2, 131072, 4, 144.75, 126.34},
    {1, 1024, 1, 10.03, 7.11},       {1, 1024, 64, 18.21, 15.16},
    {1, 8192, 1, 20.94, 9.77},       {1, 8192, 16, 29.22, 28.36},
    {1, 32768, 1, 36.29, 13.89},     {1, 32768, 8, 48.52, 44.66},
    {1, 131072, 1, 49.33, 29.62},    {1, 131072, 4, 86.5, 102.22},
};

constexpr const DecodeRun* find_decode_run(int kv_heads, int context, int batch) {
  for (const DecodeRun& run : decode_runs)
    if (run.kv_heads == kv_heads && run.context == context && run.batch == batch) return &run;
  return nullptr;
}

}  // namespace loom::attention::h200
