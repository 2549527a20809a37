// The roofline: what limits an operation on a GPU: its arithmetic, its bytes, or its launch.
//
//   seconds = max(flops / peak, bytes / bandwidth, overhead)     intensity = flops / bytes
//   ridge   = peak / bandwidth: the intensity at which moving and computing take equally long
//
// The peak is that of the format's fastest units. What element-wise operations run on is slower,
// and they are bound by memory all the same. Every operand is read from memory once, and every
// result is written once, whatever caches would do. Source: Williams et al. (reference "roofline").
//
// FLOPs, one for each addition, multiplication, division, comparison, exponential or root:
//   vector_add        n                 a + b, n numbers each
//   matmul            2mnk              C (m × n) = A (m × k) · B (k × n)
//   matvec            2mk               y = A (m × k) · x
//   softmax           5 a number − 2 a row: maximum, difference, exponential, sum, quotient
//   layer_norm        mean, difference, variance, root, scale, shift: 7 a number + 3 a row
//   rms_norm          square, sum, root, two products: 4 a number + 3 a row
//   attention_*       4·d a pair of query and key that counts: Q·K^T, PV. prefill: n queries over
//                     n keys, with `causal` n(n + 1)/2 pairs; decode: one query over n keys. The
//                     naive kernels compute masked pairs too: n² of them.
//   moe               6·hidden·inner a token and expert it goes to: gate, up and down projection
// Bytes, in numbers of the format:
//   layer_norm and rms_norm read two and one vectors of `columns` beside the matrix. Attention
//   reads Q, K, V and writes O; the naive one also writes and reads scores and weights (queries ×
//   keys, each) between its three kernels. moe reads the weights of the experts that a token goes
//   to (at most one expert a copy: min(experts, tokens · top_k), tokens spread evenly) once, the
//   tokens once, and writes the tokens once; what lies between the projections stays on the chip.
#pragma once

#include <cstdint>

#include "core/device/peaks.hpp"
#include "core/result.hpp"

namespace loom::device {

struct Work {
  double flops = 0, numbers = 0;  // numbers moved from or to memory
};

inline constexpr std::int64_t max_roofline_size = std::int64_t{1} << 40;

// Sizes are 1…2⁴⁰; beyond 2⁵³ an answer is rounded to double precision.
Work vector_add(std::int64_t n);
Work matmul(std::int64_t m, std::int64_t n, std::int64_t k);
Work matvec(std::int64_t m, std::int64_t k);
Work softmax(std::int64_t rows, std::int64_t columns);
Work layer_norm(std::int64_t rows, std::int64_t columns);
Work rms_norm(std::int64_t rows, std::int64_t columns);

struct AttentionSize {
  std::int64_t n = 0, d = 0, heads = 1, batch = 1;
  bool causal = false, decode = false, naive = false;
};
Work attention(const AttentionSize& size);

struct MoeSize {
  std::int64_t tokens = 0, experts = 0, top_k = 1, hidden = 0, inner = 0;  // top_k ≤ experts
};
Work moe(const MoeSize& size);

enum class Bound : unsigned char { memory, compute, overhead };
std::string_view name(Bound bound);

struct Roof {
  double flops = 0, bytes = 0;
  double intensity = 0, ridge = 0;              // FLOPs per byte
  double compute = 0, memory = 0, seconds = 0;  // seconds
  Bound bound = Bound::memory;  // where equal: memory before compute before overhead

  double tflops() const { return flops / seconds / 1e12; }
};

// `overhead`: the least time of a launch in seconds, 0 for none. Refused: a format without units;
// the message lists the formats that have some.
Result<Roof> roofline(const Peaks& gpu, const UnitFormat& format, const Work& work,
                      double overhead);

}  // namespace loom::device
