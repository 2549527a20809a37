// Which query heads share keys: from a KV head for every query head (MHA) to one for all (MQA),
// with groups in between (GQA); and what one new token costs with each.
//
// Sources: Shazeer, arXiv 1911.02150 (MQA); Ainslie et al., arXiv 2305.13245 (GQA).
#pragma once

#include <vector>

#include "core/attention/step.hpp"

namespace loom::attention {

struct HeadSharing {
  int heads = 32, kv_heads = 8;  // kv_heads divides heads
  int head = 128;                // numbers in one head

  constexpr int group() const { return heads / kv_heads; }  // query heads to one KV head
};

// The KV head that a query head uses: neighboring heads share.
constexpr int kv_head_of(const HeadSharing& sharing, int query_head) {
  return query_head / sharing.group();
}

// The numbers of KV heads that this many query heads can share, in ascending order.
std::vector<int> possible_kv_heads(int heads);

// One layer's attention for one new token of a sequence with that many tokens: scores and sums,
// against reading keys and values once. Projections, queries and outputs are left out.
struct DecodeCost {
  double flop = 0, bytes = 0;
  constexpr double intensity() const { return flop / bytes; }  // FLOPs per byte
  constexpr double read_us(double gb_per_s) const { return bytes / gb_per_s / 1000; }
};

// Refused: heads or kv_heads outside 1…65536 or one that does not divide the other, head or tokens
// below 1, bytes per number not in 0…16.
Result<DecodeCost> decode_cost(const HeadSharing& sharing, long long tokens,
                               double bytes_per_number = 2);

// Attention of all heads, step h for query head h: `queries[h]` is n_q ×
// head, `keys[g]` and `values[g]` are of KV head g.
Result<std::vector<Step>> attend_shared(const HeadSharing& sharing,
                                        const std::vector<Matrix>& queries,
                                        const std::vector<Matrix>& keys,
                                        const std::vector<Matrix>& values, const Masks& masks);

}  // namespace loom::attention
