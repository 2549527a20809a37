// The same operations in place, and by ways that NCCL was forced to take
// (core/recorded/h200/collectives.json).
#pragma once

#include "core/scaling/measured_collectives.hpp"

namespace loom::scaling::h200 {

// in_place_runs: by the way that NCCL chose. forced_runs: from one buffer to another.
#include "core/recorded/other_collectives.inc"  // IWYU pragma: export

}  // namespace loom::scaling::h200
