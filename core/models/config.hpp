// A model's config.json, as Hugging Face's transformers reads it: the keys that say what its
// weights and its cache take. A text-only model, or the "text_config" of one that also sees.
//
// The same can be written shortly, as links do: "num_hidden_layers:32,hidden_size:4096,…".
// Sources: the configuration classes of transformers; what a family leaves out is as there.
#pragma once

#include <string>
#include <string_view>

#include "core/models/cached.hpp"
#include "core/models/shape.hpp"
#include "core/result.hpp"

namespace loom::models {

struct Config {
  int layers = 0, width = 0;
  int heads = 0, kv_heads = 0, head = 0;
  int ffn = 0, vocab = 0, tied = 0;
  int experts = 0, active = 0;
  int expert_ffn = 0;  // 0: as ffn
  int shared = 0;      // experts that every token uses
  int dense = 0;       // first layers, without experts
  int trained = 0;     // longest context
  int window = 0, windowed = 0;
  int chunk = 0;  // in place of the window: tokens that are attended to together
  int latent = 0, rotary = 0, query_rank = 0, nope = 0, value = 0;  // of MLA
  int indexer = 0;                                                  // numbers of its key
  int head_norms = 0, biases = 0;
  // Hybrids: see Shape.
  int linear = 0, mamba = 0;  // layers with such a state; of one kind only
  int no_attention = 0, no_ffn = 0;
  int state_heads = 0, state_head = 0, state_size = 0, state_groups = 0, kernel = 0;
  int expand = 0, rank = 0;  // of the first Mamba: channels for each number of the width
  int shared_ffn = 0, ungated = 0, gated_out = 0;
  int blocks = 0, adapter = 0, ffn_adapters = 0, attention_adapters = 0;

  bool operator==(const Config&) const = default;
};

struct ReadConfig {
  Config config;
  std::string unused;  // keys, in their order, with commas between
};

// Refused, with "line:column: ": what is not JSON; a known key with another value than it can have;
// a list of layers that names an unknown kind or has another length (config_layers.hpp). Without a
// place: a key that is missing, or does not go with others.
Result<ReadConfig> read_config(std::string_view text);

// The shortest text that reads as the same; names are those of config.json, besides those of what
// is no number there: "window_layers", "linear_layers", "mamba_layers", "layers_without_attention",
// "layers_without_mlp", "ungated_mlp", "head_norms", "expert_biases".
std::string short_config(const Config& config);

Shape shape_of(const Config& config);
CachedModel cached_of(const Config& config);

}  // namespace loom::models
