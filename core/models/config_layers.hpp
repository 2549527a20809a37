// Which layers a config has: from its list of kinds, or from what its family has in place of one.
#pragma once

#include <optional>
#include <string_view>

#include "core/models/config_text.hpp"

namespace loom::models {

// A hybrid layer has attention and a state; mlp and moe have neither.
enum class LayerType : unsigned char { full, sliding, chunked, linear, mamba, hybrid, mlp, moe };

struct LayerPlan {
  int layers = 0;      // all of them
  int counts[8] = {};  // of each type
  int experts = -1;    // layers with experts, where a period says so
  bool given = false;  // whether the config says anything of its layers

  int of(LayerType type) const { return counts[static_cast<size_t>(type)]; }
  // Layers whose only part is a feed-forward one; the others then have none.
  int apart() const { return of(LayerType::mlp) + of(LayerType::moe); }
};

bool is_layer_key(std::string_view key);  // one that plan_layers() reads

// Read, the first of these that there is: layer_types, layers_block_type, hybrid_override_pattern,
// attn_layer_indices, attn_layer_period and attn_layer_offset, full_attention_interval, of Llama 4
// no_rope_layers, of Falcon-H1 its name; then what family_of() has. `layers`: num_hidden_layers; 0:
// as many as the list has, or the family. Refused, with "line:column: " before it: a list that is
// none or has another length, a kind or a number that cannot be. Sources: the configuration classes
// of transformers; a list's "linear_attention" can be Mamba.
Result<LayerPlan> plan_layers(const ConfigText& text, std::string_view family, int layers);

}  // namespace loom::models
