// The memory of a model: the bytes of keys and values that it keeps of the tokens so far.
//
// For every token a layer keeps a key and a value for each of its KV heads, or one latent and one
// rotary key for all heads; a layer with a window keeps only the tokens in it. Linear attention and
// Mamba keep a state of fixed size and nothing per token (core/models/recurrent.hpp). Layers of one
// kind are counted together.
// Sources: GQA, arXiv 2305.13245; DeepSeek-V2, arXiv 2405.04434 (latents); PagedAttention, arXiv
// 2309.06180 (pages).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::attention {

struct LayerKind {
  std::string_view name;  // "full", "window", "chunked", "latent", "linear", "Mamba"
  int layers = 0;
  int kv_heads = 0, head = 0;  // numbers in one head, the same for keys and values
  int window = 0;              // tokens, the current one included; 0: all
  int latent = 0, rotary = 0;  // instead of heads
  int extra_bytes = 0;         // whatever the format: the key of an indexer
  long long state = 0;         // bytes of one sequence in one layer, whatever its length and format

  constexpr bool is_latent() const { return latent > 0; }
  // For one token in one layer.
  constexpr long long numbers() const {
    return is_latent() ? latent + rotary : 2ll * kv_heads * head;
  }
};

// Bytes of that many numbers: an element, a block, a group with its scale.
struct Packed {
  int values = 1;
  double bytes = 2;
  constexpr double of(double numbers) const { return numbers * bytes / values; }
};

// How a cache is stored. A latent and its rotary key may differ from heads.
struct CacheFormat {
  std::string_view id, name;
  Packed heads, latent, rotary;
};

// bf16; fp8 with one scale for all, which is not counted, and for latents FlashMLA's 512 E4M3
// numbers with a float32 scale for every 128, beside a rotary key in BF16; and two formats of
// llama.cpp.
std::span<const CacheFormat> cache_formats();
const CacheFormat* find_cache_format(std::string_view id);  // nullptr when unknown

double token_bytes(const LayerKind& kind, const CacheFormat& format);  // in one layer

struct KindCost {
  double per_token = 0;  // bytes of one token in all layers of the kind
  long long tokens = 0;  // that one sequence keeps room for: cut by the window, rounded to pages
  double bytes = 0;      // of all sequences, states included
};

struct CacheCost {
  double per_token = 0;  // bytes that one more token takes while no window is full
  double state = 0;      // bytes of one sequence that are there at any length
  double bytes = 0;      // of all sequences
  std::vector<KindCost> kinds;
};

inline constexpr long long most_cached_tokens = 1ll << 40;

// `page`: tokens that are allocated together; 1: each by itself. A window keeps every page that
// contains one of its tokens. Refused: below 0 or more than most_cached_tokens tokens, batch or
// page below 1 or above 2³⁰.
Result<CacheCost> cache_cost(std::span<const LayerKind> kinds, const CacheFormat& format,
                             long long tokens, long long batch = 1, long long page = 1);

// The most sequences with that many tokens that `memory` bytes hold; most_cached_tokens if they
// take nothing.
long long sequences_that_fit(std::span<const LayerKind> kinds, const CacheFormat& format,
                             long long tokens, double memory, long long page = 1);

// The number in a line that vLLM prints: "GPU KV cache size: 1,234,567 tokens".
Result<long long> engine_tokens(std::string_view line);

}  // namespace loom::attention
