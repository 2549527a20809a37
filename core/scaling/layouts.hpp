// All the ways to lay a training step out on a cluster.
#pragma once

#include <optional>
#include <vector>

#include "core/scaling/training_step.hpp"

namespace loom::scaling {

struct StepLayout {
  StepOptions options;
  TrainingStep step;
};

struct FoundLayouts {
  int tried = 0, fit = 0;
  std::vector<StepLayout> fastest;
};

// A GPU of a context-parallel group has so many tokens at least: a tile of queries.
inline constexpr int least_context_tokens = 128;

// The first degree that does not fit: what it would have to divide, or leave enough of, and the
// nearest degree that does. Nothing where all fit. Stages of a pipeline that fit are powers of two.
struct Misfit {
  enum class Of : unsigned char { layers, width, batch, tokens, experts, copies };
  Of of;  // which tells the degree: pipeline, tensor, data, context, expert, expert
  int nearest = 1;
};
std::optional<Misfit> misfit(const StepOptions& options);

// Every way to use exactly `gpus` GPUs: all products of data, tensor, pipeline and context degrees;
// with each, all expert degrees that divide the experts and data · context; stages 0 to 3 of ZeRO
// where several GPUs have the same parameters; and with and without computing everything again.
// Tried are those that training_step() accepts, with tensor parallelism in a node and enough tokens
// for each GPU. Of those that fit into memory, up to `most`, the fastest first; equal times in the
// order of less memory. None where it would refuse the options with all degrees at 1,
// and for fewer than 1 or more than 2^30 GPUs.
FoundLayouts fitting_layouts(const StepOptions& options, const Cluster& cluster, int gpus,
                             int most = 1 << 30);

}  // namespace loom::scaling
