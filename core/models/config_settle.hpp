// What follows from a config's numbers: what its family has for those that are missing, and
// impossible combinations.
#pragma once

#include "core/models/config_families.hpp"
#include "core/models/config_layers.hpp"

namespace loom::models {

// Values that are read in addition to the fields of a Config, and decide some of them.
struct ConfigHints {
  std::string_view family;               // "model_type"
  int pattern = 0, first = 0, used = 1;  // of windows: of so many layers the last has none
  int state_width = 0;                   // channels of a Mamba state
  int dense_ffn = 0, expert_step = 1;    // Llama 4's names for layers without experts
  int ffn_widths = 0;                    // that a feed-forward part has if it has no number
  bool sized_linear = false, sized_mamba = false;  // a state's sizes were named as for this kind
};

// What the family has; how many layers, plan_layers() says.
void take_family(const Family& family, Config& config, ConfigHints& hints);

// Refused: a key that is missing, or numbers that do not go with each other.
std::optional<Error> settle_config(Config& config, const ConfigHints& hints, const LayerPlan& plan);

}  // namespace loom::models
