// Transformers with public weights: their shapes, from which every count of parameters and bytes
// follows.
//
// Sources: the models' own configuration files, and reference `source`. A layer is attention (q, k,
// v, o) and a gated feed-forward part (gate, up, down), once or once per expert; in hybrids some
// layers have a state in place of attention, or beside it, and some have no feed-forward part.
#pragma once

#include <span>
#include <string_view>

#include "core/models/recurrent.hpp"

namespace loom::models {

struct Shape {
  std::string_view id, name;
  int layers, width;
  int heads, kv_heads, head;  // `head`: numbers in one head
  int ffn, vocab;             // ffn: of one expert, where there are experts
  bool tied = false;          // the token table is the output matrix too
  int experts = 0, active = 0;
  bool head_norms = false;  // of queries and keys
  bool biases = false;      // in attention and experts, and a sink per head
  int window = 0;           // tokens that some layers look back on; 0: all do on all
  int windowed = 0;         // layers with a window
  int trained = 0;          // longest context that it was trained for
  std::string_view source = {};
  int shared = 0;                // experts beside the others, for every token
  int dense = 0, dense_ffn = 0;  // first layers that have no experts
  // Latents instead of KV heads (MLA): of each token `latent` numbers and a rotary key. A query, of
  // `head` numbers, comes out of query_rank; values have `value` numbers.
  int latent = 0, rotary = 0, query_rank = 0, value = 0;
  int extra_bytes = 0;  // in the cache, for every token and layer: the key of an indexer
  // Hybrids.
  int no_attention = 0, no_ffn = 0;  // layers without this part
  int states = 0;                    // layers with a state of fixed size
  Recurrent recurrent = {};
  int shared_ffn = 0;      // numbers of the experts for every token, where it is not shared · ffn
  bool ungated = false;    // feed-forward parts have no gate
  bool gated_out = false;  // attention has one, as wide as its queries
  // So many blocks of attention and a feed-forward part, which all layers with attention share, see
  // a token's embedding too, and have adapters of this rank for each such layer (Zamba).
  int blocks = 0, ffn_rank = 0, attention_rank = 0;
  long long others = 0;  // numbers that some families have besides: norms, biases, an indexer

  constexpr int attending() const { return layers - no_attention; }
  constexpr long long state_bytes() const { return states * recurrent.state(); }  // a sequence's
};

// By family, then by size.
std::span<const Shape> all_shapes();

// Those whose weights every format is known for (memory.hpp), by size.
std::span<const Shape> shapes();

const Shape* find_shape(std::string_view id);  // nullptr when unknown

// Where a model's numbers are.
struct Parts {
  long long attention = 0;     // and of layers with a state
  long long feed_forward = 0;  // of all experts
  long long always = 0;        // of that, what every token needs where there are experts
  long long embedding = 0;     // a table, of which a token needs one row; 0 where it is tied
  long long head = 0;          // the output matrix
  long long rest = 0;          // norms, biases of attention, and what chooses the experts
  long long again = 0;         // not there once more, but read for a token: blocks that are shared

  constexpr long long total() const { return attention + feed_forward + embedding + head + rest; }
};

Parts parameters(const Shape& shape);

}  // namespace loom::models
