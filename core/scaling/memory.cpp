#include "core/scaling/memory.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/limits.hpp"

namespace loom::scaling {
namespace {

struct PerParameter {
  double parameters, gradients, optimizer;
};

PerParameter per_parameter(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::adam_mixed:
      return {2, 2, 12};
    case Optimizer::sgd:
      return {4, 4, 0};
    case Optimizer::adam_no_copy:
      return {2, 2, 8};
    case Optimizer::adam_short:
      return {2, 4, 8};
  }
  return {};
}

// Of one layer.
double activation_bytes(const TrainingOptions& o) {
  const double tokens = 1.0 * o.sequence * o.microbatch / o.context, h = o.hidden;
  const double t = o.tensor, alone = o.sequence_parallel ? t : 1;  // what tensor parallelism leaves
  if (o.recompute == Recompute::everything) return 2 * h * tokens / alone;
  const bool own = o.whole > 0 || o.cut > 0;
  const double kept = tokens * ((own ? o.whole : 10 * h) / alone + (own ? o.cut : 24 * h) / t);
  if (o.recompute == Recompute::selective) return kept;
  return kept + 5.0 * o.heads * o.sequence * tokens / t;
}

std::optional<Error> check_cuts(const TrainingOptions& o) {
  const double groups = 1.0 * o.data * o.context;
  if (auto error = check_limits({{"context", 1.0 * o.context, 1, 1.0 * o.sequence},
                                 {"expert", 1.0 * o.expert, 1, groups}}))
    return error;
  const auto part = [&](double value) { return value >= 0 && value <= o.parameters; };
  if (!part(o.expert_parameters) || !part(o.first_stage) || !part(o.last_stage) ||
      !part(o.expert_parameters + o.first_stage + o.last_stage))
    return Error{
        "expert_parameters, first_stage and last_stage: expected 0 or more, together no more than "
        "parameters"};
  if (!(o.whole >= 0 && o.cut >= 0 && o.whole + o.cut < 1e15))
    return Error{"whole and cut: expected bytes of a token, 0 to 1e15"};
  if (o.expert > 1 && o.expert_parameters == 0)
    return Error{"expert: expected 1 where expert_parameters are 0, got " +
                 std::to_string(o.expert)};
  if (std::fmod(groups, o.expert) != 0)
    return Error{"expert: expected a divisor of data times context, got " +
                 std::to_string(o.expert)};
  return std::nullopt;
}

}  // namespace

TrainingOptions undivided(TrainingOptions options) {
  options.data = options.tensor = options.pipeline = options.context = options.expert = 1;
  options.zero = 0;
  return options;
}

OwnParameters own_parameters(const TrainingOptions& o) {
  const double t = o.tensor, p = o.pipeline, all = o.parameters - o.expert_parameters;
  const double stage = o.pipeline == 1 ? all
                                       : (all - o.first_stage - o.last_stage) / p +
                                             std::max(o.first_stage, o.last_stage);
  return {stage / t, o.expert_parameters / (t * p * o.expert)};
}

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
  if (auto error = check_cuts(o)) return *error;
  return allowed_memory(o);
}

TrainingMemory allowed_memory(const TrainingOptions& o) {
  const PerParameter bytes = per_parameter(o.optimizer);
  const OwnParameters own = own_parameters(o);
  const double copies = 1.0 * o.data * o.context;  // of what is not in experts
  const auto share = [&](int from_stage) {
    return o.zero >= from_stage ? own.dense / copies + own.experts * o.expert / copies
                                : own.dense + own.experts;
  };
  return {bytes.parameters * share(3), bytes.gradients * share(2), bytes.optimizer * share(1),
          o.layers * activation_bytes(o)};
}

}  // namespace loom::scaling
