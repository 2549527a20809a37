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
  int latent = 0, rotary = 0, query_rank = 0, nope = 0, value = 0;  // of MLA
  int indexer = 0;                                                  // numbers of its key
  int head_norms = 0, biases = 0;

  bool operator==(const Config&) const = default;
};

struct ReadConfig {
  Config config;
  std::string unused;  // keys, in their order, with commas between
};

// Refused, with "line:column: ": what is not JSON; a known key with another value than it can have;
// a key that is missing.
Result<ReadConfig> read_config(std::string_view text);

// The shortest text that reads as the same; names are those of config.json, besides
// "window_layers".
std::string short_config(const Config& config);

Shape shape_of(const Config& config);
CachedModel cached_of(const Config& config);

}  // namespace loom::models
