#include "core/scaling/training_step.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/limits.hpp"
#include "core/scaling/placement.hpp"

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

// Of tokens that go to one of so many groups alike, the share that leaves its own.
double leaves(double groups) { return (groups - 1) / groups; }

// Of so many groups with `experts` together, those with one of `active` that a token needs.
double needed(double experts, int active, double groups) {
  double none = 1;  // the chance that it needs none of a group
  for (int i = 0; i < active && none > 0; ++i)
    none *= std::max(0.0, (experts - experts / groups - i) / (experts - i));
  return groups * (1 - none);
}

// Copies of a token, to `gpus` that have all experts. The first one of a node comes to the GPU with
// the sender's place there, which needs it itself as often as any other.
Sent copies(const Routing& r, double gpus, double nodes) {
  if (nodes == 1) return {.link = groups_reached(r, gpus, 0)};
  const double chosen = r.nodes > 0 && r.nodes < nodes ? r.nodes / nodes : 1;  // of the nodes
  return {.link = needed(r.count * chosen, r.active, gpus * chosen) * leaves(gpus / nodes),
          .network = groups_reached(r, nodes, r.nodes)};
}

// The levels of a gather are done in turn.
StepPart on_wires(const Sent& sent, const Cluster& cluster) {
  StepPart part = {.link_bytes = sent.link, .network_bytes = sent.network};
  part.seconds = sent.link / cluster.link + sent.network / cluster.network;
  part.exposed = part.seconds;
  return part;
}

// All kinds but data parallelism.
void send(TrainingStep& step, const StepOptions& o, const Cluster& cluster, const Placement& placed,
          double chunks) {
  const TrainingOptions& model = o.model;
  const double t = model.tensor, p = model.pipeline;
  const double m = step.microbatches, layers = m * model.layers / p;  // that it computes
  const bool again = model.recompute == Recompute::everything;
  const double all_tokens = 1.0 * model.sequence * model.microbatch,
               tokens = all_tokens / model.context;
  const double between = 2 * tokens * model.hidden;  // bytes between two layers

  step.tensor = on_wires(gathered(placed.tensor, layers * (again ? 6 : 4) * 2 * between), cluster);
  const double stages = p > 1 ? 2 * m * chunks * between / t : 0;
  const double across = placed.neighbors_across / 2. * stages;
  step.pipeline = on_wires({.link = stages - across, .network = across}, cluster);
  const double kept = o.keys_values > 0 ? o.keys_values : 2.0 * model.hidden;
  step.context = on_wires(
      gathered(placed.context, layers * (again ? 4 : 3) * 2 * all_tokens * kept / t), cluster);
  if (model.expert == 1) return;
  const Sent sent = copies(o.routing, model.expert, placed.expert_nodes);
  const double bytes = m * o.routing.layers / p * (again ? 3 : 2) * (between / t) *
                       (1 + o.routing.bytes_out / 2);  // of a copy of each token
  step.expert = on_wires({sent.link * bytes, sent.network * bytes}, cluster);
  step.expert.seconds = step.expert.exposed =
      std::max(step.expert.link_bytes / cluster.link, step.expert.network_bytes / cluster.network);
}

}  // namespace

double groups_reached(const Routing& r, double groups, double most) {
  if (most > 0 && most < groups) return std::min<double>(most, r.active) * leaves(groups);
  return needed(r.count, r.active, groups) * leaves(groups);
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

  const Placement placed = placement(model, cluster.node);
  send(step, o, cluster, placed, v);
  step.idle = (p - 1) / (v * m);
  step.bubble =
      step.idle * (step.compute + step.tensor.exposed + step.context.exposed + step.expert.exposed);
  const OwnParameters own = own_parameters(model);
  const double times = model.zero <= 1 ? 2 : model.zero == 2 ? m + 1 : 3 * m;
  const Sent dense = gathered(placed.dense, times * 2 * own.dense),
             experts = gathered(placed.experts, times * 2 * own.experts);
  step.data = on_wires({dense.link + experts.link, dense.network + experts.network}, cluster);
  const double backward = step.compute * (again ? 3. / 4 : 2. / 3);
  const double hides = model.zero <= 1 ? backward / m : model.zero == 2 ? backward : step.compute;
  step.data.exposed = std::max(0.0, step.data.seconds - hides);
  return step;
}

}  // namespace loom::scaling
