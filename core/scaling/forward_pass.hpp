// How long the forward pass of a training step takes, by the rules of training_step.hpp: a third of
// its computation, half of what tensor parallelism sends, the bubble of both, and half of what the
// pipeline sends. No gradients are sent. Nothing may be computed again: options.model.recompute is
// `selective` or `nothing`.
#pragma once

#include "core/scaling/training_step.hpp"

namespace loom::scaling {

// Seconds. Refused: what training_step() refuses, and Recompute::everything.
Result<double> forward_pass(const StepOptions& options, const Cluster& cluster);

}  // namespace loom::scaling
