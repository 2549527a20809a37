// A reader's own model: the parameter into which a config.json is pasted.
#pragma once

#include "web/scene/parameter.hpp"

namespace loom::scene {

extern const Reader config_reader;  // see core/models/config.hpp

// Llama 3.1 8B: readers can begin by editing it.
inline constexpr std::string_view initial_config =
    "num_hidden_layers:32,hidden_size:4096,num_attention_heads:32,num_key_value_heads:8,"
    "intermediate_size:14336,vocab_size:128256,max_position_embeddings:131072";

// Offered while `model` is "own".
constexpr Parameter model_config() {
  return read_text("config", "Your config.json", initial_config, 30000, config_reader,
                   {.help = "Paste the file config.json of a model, from huggingface.co or your "
                            "disk. A link keeps only the keys that count",
                    .when = "model=own"});
}

}  // namespace loom::scene
