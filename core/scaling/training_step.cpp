#include "core/scaling/training_step.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/limits.hpp"

namespace loom::scaling {
namespace {

std::optional<Error> check_cluster(const Cluster& cluster) {
  for (const auto& [name, value] :
       {std::pair{"memory", cluster.memory}, std::pair{"peak", cluster.peak},
        std::pair{"efficiency", cluster.efficiency}, std::pair{"link", cluster.link},
        std::pair{"network", cluster.network}})
    if (!(value > 0 && value <= 1e24))
      return Error{std::string(name) + ": expected a number above 0, up to 1e24"};
  return check_limits({{"node", 1.0 * cluster.node, 1, 1.0 * most_parallel}});
}

std::optional<Error> check_routing(const StepOptions& o) {
  const Routing& r = o.routing;
  const double most = most_parallel;
  if (auto error =
          check_limits({{"experts", 1.0 * r.count, 0, most},
                        {"active experts", 1.0 * r.active, r.count > 0 ? 1. : 0., 1.0 * r.count},
                        {"layers with experts", 1.0 * r.layers, 0, 1.0 * o.model.layers},
                        {"nodes", 1.0 * r.nodes, 0, most}}))
    return error;
  if (o.model.expert > 1 && (r.count == 0 || r.count % o.model.expert != 0))
    return Error{"expert: expected a divisor of the " + std::to_string(r.count) + " experts, got " +
                 std::to_string(o.model.expert)};
  if (!(r.bytes_out > 0 && r.bytes_out <= 8))
    return Error{"bytes_out: expected a number above 0, up to 8"};
  for (const auto& [name, value] : {std::pair{"used", o.used}, std::pair{"attention", o.attention},
                                    std::pair{"keys_values", o.keys_values}})
    if (!(value >= 0 && value <= most_parameters))
      return Error{std::string(name) + ": expected 0 to 1e15"};
  return std::nullopt;
}

std::optional<Error> check_step(const StepOptions& o, const Cluster& cluster) {
  const TrainingOptions& m = o.model;
  if (auto error = check_cluster(cluster)) return error;
  if (auto error = check_limits(
          {{"batch", 1.0 * o.batch, 1, 1.0 * most_parallel},
           {"chunks", 1.0 * o.chunks, 1, std::max(1.0, 1.0 * (m.layers / m.pipeline))}}))
    return error;
  if (auto error = check_routing(o)) return error;
  const double together = 1.0 * m.data * m.microbatch;
  if (together > o.batch || o.batch % (m.data * m.microbatch) != 0)
    return Error{"batch: expected a multiple of " +
                 std::to_string(static_cast<long long>(together)) +
                 ", the sequences of a microbatch on all data-parallel GPUs, got " +
                 std::to_string(o.batch)};
  if (m.hidden % m.tensor != 0)
    return Error{"tensor: expected a divisor of the width " + std::to_string(m.hidden) + ", got " +
                 std::to_string(m.tensor)};
  if (m.sequence % m.context != 0)
    return Error{"context: expected a divisor of the " + std::to_string(m.sequence) +
                 " tokens of a sequence, got " + std::to_string(m.context)};
  return std::nullopt;
}

// What a ring sends to gather, or to add and divide, data of one byte.
double ring_share(double gpus) { return (gpus - 1) / gpus; }

// Bytes of all kinds but data parallelism's, and which wires they take.
void send(TrainingStep& step, const StepOptions& o, const Cluster& cluster, double chunks) {
  const TrainingOptions& model = o.model;
  const double t = model.tensor, p = model.pipeline, c = model.context, e = model.expert;
  const double m = step.microbatches, layers = m * model.layers / p;  // that it computes
  const bool again = model.recompute == Recompute::everything;
  const double tokens = 1.0 * model.sequence * model.microbatch / c;
  const double between = 2 * tokens * model.hidden;  // bytes between two layers
  const double inner = t * static_cast<double>(std::lcm<long long>(model.context, model.expert));

  const auto wire = [&](StepPart& part, double bytes, double reach) {
    part.bytes = bytes;
    part.over_network = reach > cluster.node;
    part.seconds = bytes / (part.over_network ? cluster.network : cluster.link);
    part.exposed = part.seconds;
  };
  wire(step.tensor, layers * (again ? 6 : 4) * 2 * ring_share(t) * between, t);
  wire(step.pipeline, model.pipeline > 1 ? 2 * m * chunks * between / t : 0, inner * p);
  const double kept = o.keys_values > 0 ? o.keys_values : 2.0 * model.hidden;
  wire(step.context, layers * (again ? 4 : 3) * ring_share(c) * 2 * tokens * c * kept / t, t * c);
  const double reach = model.context % model.expert == 0 ? t * e : inner;  // of all experts
  double sent = 0;
  if (model.expert > 1) {
    const bool network = reach > cluster.node;
    sent = groups_reached(o.routing, network ? std::ceil(reach / cluster.node) : e,
                          network ? o.routing.nodes : 0);
    sent *=
        m * o.routing.layers / p * (again ? 3 : 2) * (between / t) * (1 + o.routing.bytes_out / 2);
  }
  wire(step.expert, sent, reach);
}

}  // namespace

double groups_reached(const Routing& r, double groups, double most) {
  if (most > 0 && most < groups) return std::min<double>(most, r.active) * ring_share(groups);
  double none = 1;  // the chance that it needs none of a group
  for (int i = 0; i < r.active && none > 0; ++i)
    none *= std::max(0.0, (r.count - r.count / groups - i) / (r.count - i));
  return groups * (1 - none) * ring_share(groups);
}

Result<TrainingStep> training_step(const StepOptions& o, const Cluster& cluster) {
  const Result<TrainingMemory> memory = training_memory(o.model);
  if (!memory) return memory.error();
  if (auto error = check_step(o, cluster)) return *error;
  return allowed_step(o, cluster);
}

TrainingStep allowed_step(const StepOptions& o, const Cluster& cluster) {
  const TrainingOptions& model = o.model;
  TrainingStep step;
  step.memory = allowed_memory(model);
  const double d = model.data, t = model.tensor, p = model.pipeline, c = model.context;
  step.microbatches = o.batch / (model.data * model.microbatch);
  const double m = step.microbatches;
  // The interleaved schedule takes a multiple of the stages.
  const double v = step.microbatches % model.pipeline == 0 ? o.chunks : 1;
  const double held = std::min(v > 1 ? p + (p - 1) / v : p, m);  // microbatches, by the first stage
  step.memory.activations *= held / p;

  const bool again = model.recompute == Recompute::everything;
  const double tokens = 1.0 * o.batch * model.sequence;
  const double used = o.used > 0 ? o.used : model.parameters;
  const double width = o.attention > 0 ? o.attention : model.hidden;
  step.operations = tokens * (6 * used + 6.0 * model.layers * width * model.sequence);
  step.compute =
      step.operations * (again ? 4. / 3 : 1) / (d * t * p * c * cluster.peak * cluster.efficiency);
  step.bubble = step.compute * (p - 1) / (v * m);

  send(step, o, cluster, v);
  const OwnParameters own = own_parameters(model);
  const double copies = d * c;
  const double gathered =
      2 * own.dense * ring_share(copies) + 2 * own.experts * ring_share(copies / model.expert);
  step.data.bytes = gathered * (model.zero <= 1 ? 2 : model.zero == 2 ? m + 1 : 3 * m);
  step.data.over_network = t * p * copies > cluster.node;
  step.data.seconds = step.data.bytes / (step.data.over_network ? cluster.network : cluster.link);
  const double backward = step.compute * (again ? 3. / 4 : 2. / 3);
  const double hides = model.zero <= 1 ? backward / m : model.zero == 2 ? backward : step.compute;
  step.data.exposed = std::max(0.0, step.data.seconds - hides);
  return step;
}

}  // namespace loom::scaling
