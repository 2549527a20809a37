// Layers of Llama 3.1 on two H200s in PyTorch, forward, in BF16
// (core/recorded/h200/layer_split.json).
#pragma once

namespace loom::scaling::h200 {

// One layer with so many weights and tokens, on one GPU, and with its matrices cut over two.
struct SplitLayerRun {
  int hidden;
  double weights;
  int tokens;
  double whole_us, split_us;
};

// Layers one after another, for one microbatch after the other: on one GPU, and in two stages.
struct StagesRun {
  int hidden, layers, tokens, microbatches;
  double whole_us, stages_us;
};

// split_layer_runs, stages_runs
#include "core/recorded/layer_split.inc"  // IWYU pragma: export

}  // namespace loom::scaling::h200
