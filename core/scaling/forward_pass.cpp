#include "core/scaling/forward_pass.hpp"

namespace loom::scaling {

Result<double> forward_pass(const StepOptions& options, const Cluster& cluster) {
  if (options.model.recompute == Recompute::everything)
    return Error{"recompute: a forward pass computes nothing again, expected \"selective\""};
  const Result<TrainingStep> step = training_step(options, cluster);
  if (!step) return step.error();
  const double work = step->compute / 3 + step->tensor.seconds / 2;
  return work * (1 + step->idle) + step->pipeline.seconds / 2;
}

}  // namespace loom::scaling
