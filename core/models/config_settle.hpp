// What follows from a config's numbers: defaults of its family, and impossible combinations.
#pragma once

#include "core/models/config.hpp"
#include "core/models/config_layers.hpp"

namespace loom::models {

// Values that are read in addition to the fields of a Config, and decide some of them.
struct ConfigHints {
  std::string_view family;               // "model_type"
  int pattern = 0, first = 0, used = 1;  // of windows: of so many layers the last has none
  int state_width = 0;                   // channels of a Mamba state
  int dense_ffn = 0, expert_step = 1;    // Llama 4's names for layers without experts
  bool sized_linear = false, sized_mamba = false;  // a state's sizes were named as for this kind
};

// The values that a family's classes use when a config leaves them out.
void take_family(Config& config, ConfigHints& hints);

// Refused: a key that is missing, or numbers that do not go with each other.
std::optional<Error> settle_config(Config& config, const ConfigHints& hints, const LayerPlan& plan);

}  // namespace loom::models
