#include "core/scaling/training_step.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "core/limits.hpp"

namespace loom::scaling {
namespace {

std::optional<Error> check_step(const StepOptions& o, const Cluster& cluster) {
  const TrainingOptions& m = o.model;
  for (const auto& [name, value] :
       {std::pair{"memory", cluster.memory}, std::pair{"peak", cluster.peak},
        std::pair{"efficiency", cluster.efficiency}, std::pair{"link", cluster.link},
        std::pair{"network", cluster.network}})
    if (!(value > 0 && value <= 1e24))
      return Error{std::string(name) + ": expected a number above 0, up to 1e24"};
  if (auto error = check_limits(
          {{"node", 1.0 * cluster.node, 1, 1.0 * most_parallel},
           {"batch", 1.0 * o.batch, 1, 1.0 * most_parallel},
           {"chunks", 1.0 * o.chunks, 1, std::max(1.0, 1.0 * (m.layers / m.pipeline))}}))
    return error;
  const double together = 1.0 * m.data * m.microbatch;
  if (together > o.batch || o.batch % (m.data * m.microbatch) != 0)
    return Error{"batch: expected a multiple of " +
                 std::to_string(static_cast<long long>(together)) +
                 ", the sequences of a microbatch on all data-parallel GPUs, got " +
                 std::to_string(o.batch)};
  if (m.hidden % m.tensor != 0)
    return Error{"tensor: expected a divisor of the width " + std::to_string(m.hidden) + ", got " +
                 std::to_string(m.tensor)};
  return std::nullopt;
}

// What a ring sends to gather, or to add and divide, data of one byte.
double ring_share(int gpus) { return 1.0 * (gpus - 1) / gpus; }

}  // namespace

Result<TrainingStep> training_step(const StepOptions& o, const Cluster& cluster) {
  const TrainingOptions& model = o.model;
  const Result<TrainingMemory> memory = training_memory(model);
  if (!memory) return memory.error();
  if (auto error = check_step(o, cluster)) return *error;

  TrainingStep step;
  step.memory = *memory;
  const double d = model.data, t = model.tensor, p = model.pipeline, layers = model.layers;
  step.microbatches = o.batch / (model.data * model.microbatch);
  const double m = step.microbatches;
  // The interleaved schedule takes a multiple of the stages.
  const double v = step.microbatches % model.pipeline == 0 ? o.chunks : 1;
  const double held = std::min(v > 1 ? p + (p - 1) / v : p, m);  // microbatches, by the first stage
  step.memory.activations *= held / p;

  const bool again = model.recompute == Recompute::everything;
  const double tokens = 1.0 * o.batch * model.sequence;
  step.operations =
      tokens * (6 * model.parameters + 6 * layers * model.hidden * 1.0 * model.sequence);
  step.compute =
      step.operations * (again ? 4. / 3 : 1) / (d * t * p * cluster.peak * cluster.efficiency);
  step.bubble = step.compute * (p - 1) / (v * m);

  // 16-bit numbers between two layers, of a microbatch.
  const double between = 2.0 * model.sequence * model.microbatch * model.hidden;
  step.tensor.bytes = m * layers / p * (again ? 6 : 4) * 2 * ring_share(model.tensor) * between;
  if (model.pipeline > 1) step.pipeline.bytes = 2 * m * v * between / t;
  const double weights = 2 * model.parameters / (t * p) * ring_share(model.data);
  step.data.bytes = weights * (model.zero <= 1 ? 2 : model.zero == 2 ? m + 1 : 3 * m);

  const auto wire = [&](StepPart& part, double reach) {
    part.over_network = reach > cluster.node;
    part.seconds = part.bytes / (part.over_network ? cluster.network : cluster.link);
    part.exposed = part.seconds;
  };
  wire(step.tensor, t);
  wire(step.pipeline, t * p);
  wire(step.data, t * p * d);
  const double backward = step.compute * (again ? 3. / 4 : 2. / 3);
  const double hides = model.zero <= 1 ? backward / m : model.zero == 2 ? backward : step.compute;
  step.data.exposed = std::max(0.0, step.data.seconds - hides);
  return step;
}

std::vector<StepLayout> fitting_layouts(const StepOptions& options, const Cluster& cluster,
                                        int gpus, int* tried) {
  std::vector<StepLayout> found;
  int accepted = 0;
  for (int tensor = 1; tensor <= std::min(gpus, cluster.node); ++tensor) {
    if (gpus % tensor != 0) continue;
    for (int pipeline = 1; pipeline <= gpus / tensor; ++pipeline) {
      if (gpus / tensor % pipeline != 0) continue;
      const int data = gpus / tensor / pipeline;
      for (int zero = 0; zero <= (data > 1 ? 3 : 0); ++zero)
        for (const Recompute recompute : {Recompute::selective, Recompute::everything}) {
          StepOptions o = options;
          o.model.data = data;
          o.model.tensor = tensor;
          o.model.pipeline = pipeline;
          o.model.zero = zero;
          o.model.recompute = recompute;
          const Result<TrainingStep> step = training_step(o, cluster);
          if (!step) continue;
          ++accepted;
          if (step->memory.total() <= cluster.memory) found.push_back({o, *step});
        }
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const StepLayout& a, const StepLayout& b) {
    return std::make_tuple(a.step.seconds(), a.step.memory.total()) <
           std::make_tuple(b.step.seconds(), b.step.memory.total());
  });
  if (tried) *tried = accepted;
  return found;
}

}  // namespace loom::scaling
