// What a family of models has where its config.json says nothing.
#pragma once

#include <string_view>

#include "core/models/config.hpp"

namespace loom::models {

// Of every so many layers the one with this number, from 0. None: 0 layers.
struct Period {
  int every = 0, offset = 0;
};

struct Family {
  std::string_view type;       // of "model_type", which may go on behind a '_'
  Config config;               // its layers only where no list of layers is given
  Period attention, experts;   // layers with attention among those of Mamba; with experts
  int full_interval = 0;       // every so many layers has full attention, the others linear
  std::string_view kinds;      // a letter for each layer: M, H (hybrid), *, E, -
  int pattern = 0, first = 0;  // of windows: see ConfigHints
  int state_width = 0, dense_ffn = 0, ffn_widths = 0;
};

// The family of a "model_type"; one without any number if it is not known.
const Family& family_of(std::string_view type);

}  // namespace loom::models
