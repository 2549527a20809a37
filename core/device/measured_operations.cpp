#include "core/device/measured_operations.hpp"

namespace loom::device::h200 {
namespace {

constexpr AttentionSize prefill = {.n = 4096, .d = 128, .heads = 32};

Work naive() {
  AttentionSize size = prefill;
  size.naive = true;
  return attention(size);
}
Work causal() {
  AttentionSize size = prefill;
  size.causal = true;
  return attention(size);
}
Work decode() {
  AttentionSize size = prefill;
  size.batch = 16;
  size.decode = true;
  return attention(size);
}
Work experts(std::int64_t tokens) {
  return moe({.tokens = tokens, .experts = 8, .top_k = 2, .hidden = 4096, .inner = 1792});
}

}  // namespace

std::span<const MeasuredOperation> measured_operations() {
  static const MeasuredOperation all[] = {
      {"vector add", "67,108,864", vector_add(1 << 26), 96.67, 97.18},
      {"vector add", "4,096", vector_add(1 << 12), 3.68, 3.81},
      {"softmax", "16,384 × 4,096", softmax(16384, 4096), 212.74, 160.22},
      {"layer norm", "16,384 × 4,096", layer_norm(16384, 4096), 108.58, 97.25},
      {"RMS norm", "16,384 × 4,096", rms_norm(16384, 4096), 85.18, 75.9},
      {"matrix product", "512³", matmul(512, 512, 512), 6.27, 7.04},
      {"matrix product", "8,192³", matmul(8192, 8192, 8192), 1368.35, 1374.69},
      {"matrix-vector", "16,384 × 8,192", matvec(16384, 8192), 73.06, 66.4},
      {"attention, naive", "4,096 tokens, 32 heads", naive(), 2785.79, 476.32},
      {"attention, fused", "4,096 tokens, 32 heads", attention(prefill), 411.9, 412.13},
      {"attention, causal", "4,096 tokens, 32 heads", causal(), 263.65, 264.45},
      {"attention, decode", "16 × 4,096 tokens, 32 heads", decode(), 248.0, 249.38},
      {"experts", "64 tokens, 2 of 8", experts(64), 111.58, 107.2},
      {"experts", "8,192 tokens, 2 of 8", experts(8192), 1103.81, 979.74},
  };
  return all;
}

}  // namespace loom::device::h200
