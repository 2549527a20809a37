#include "core/scaling/memory.hpp"

#include "core/limits.hpp"

namespace loom::scaling {
namespace {

struct PerParameter {
  double parameters, gradients, optimizer;
};

PerParameter per_parameter(Optimizer optimizer) {
  return optimizer == Optimizer::adam_mixed ? PerParameter{2, 2, 12} : PerParameter{4, 4, 0};
}

// Of one layer.
double activation_bytes(const TrainingOptions& o) {
  const double each = 1.0 * o.sequence * o.microbatch * o.hidden;
  const double t = o.tensor, alone = o.sequence_parallel ? t : 1;  // what tensor parallelism leaves
  if (o.recompute == Recompute::everything) return 2 * each / alone;
  const double kept = each * (10 / alone + 24 / t);
  if (o.recompute == Recompute::selective) return kept;
  return kept + 5.0 * o.heads * o.sequence * o.sequence * o.microbatch / t;
}

}  // namespace

Result<TrainingMemory> training_memory(const TrainingOptions& o) {
  const double most = most_parallel;
  if (auto error = check_limits({{"parameters", o.parameters, 1, most_parameters},
                                 {"layers", 1.0 * o.layers, 1, most},
                                 {"hidden", 1.0 * o.hidden, 1, most},
                                 {"zero", 1.0 * o.zero, 0, 3},
                                 {"data", 1.0 * o.data, 1, most},
                                 {"tensor", 1.0 * o.tensor, 1, most},
                                 {"pipeline", 1.0 * o.pipeline, 1, 1.0 * o.layers},
                                 {"sequence", 1.0 * o.sequence, 1, most},
                                 {"microbatch", 1.0 * o.microbatch, 1, most}}))
    return *error;
  if (o.recompute == Recompute::nothing)
    if (auto error = check_limits({{"heads", 1.0 * o.heads, 1, most}})) return *error;

  const PerParameter bytes = per_parameter(o.optimizer);
  const double own = o.parameters / (1.0 * o.tensor * o.pipeline);
  const auto share = [&](int from_stage) { return o.zero >= from_stage ? own / o.data : own; };
  return TrainingMemory{bytes.parameters * share(3), bytes.gradients * share(2),
                        bytes.optimizer * share(1), o.layers * activation_bytes(o)};
}

}  // namespace loom::scaling
