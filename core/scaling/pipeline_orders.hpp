// The order in which each stage of a pipeline computes its passes.
#pragma once

#include <vector>

#include "core/scaling/pipeline_parallel.hpp"

namespace loom::scaling {

struct Pass {
  PassKind kind = PassKind::forward;
  int microbatch = 0, part = 0;
  bool joined = false;  // one block with the pass behind it
};

// Of options that pipeline() accepts.
std::vector<Pass> pipeline_order(const PipelineOptions& options, int stage);

// How many parts a microbatch goes through.
int pipeline_parts(const PipelineOptions& options);

}  // namespace loom::scaling
