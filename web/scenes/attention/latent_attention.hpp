// The picture of `latent-attention`: what is kept of a token, what both orders of multiplication
// cost, and a small layer in which they give the same numbers.
#pragma once

#include "core/attention/cache.hpp"
#include "core/attention/latent.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct LatentState {
  static constexpr int orders = 2;  // expanded, absorbed
  attention::LatentDims dims;
  int chosen = 1;
  int tokens = 0, queries = 0;
  attention::LatentCost costs[orders];
  std::optional<long long> break_even;
  attention::LatentExample example;
  attention::LatentStep steps[orders];  // of its first query, head 0

  const attention::LatentCost& cost() const { return costs[chosen]; }
  using Drawing = struct LatentAttentionDrawing;
  float picture(const Sheet& sheet) const;
};

// Keys and values of as many heads as models with shared heads often have.
inline constexpr attention::LayerKind eight_heads = {.layers = 1, .kv_heads = 8, .head = 128};

std::string_view order_id(int order);
std::string_view order_name(int order);
std::string operations(double flop);  // "2.42 GFLOP"
std::string memory_text(double bytes);

}  // namespace loom::scenes
