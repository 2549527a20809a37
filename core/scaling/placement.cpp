#include "core/scaling/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loom::scaling {
namespace {

// Of `count` GPUs that are `stride` apart, how many are in each node.
double in_node(double stride, double count, int node) {
  const double places = std::floor(node / stride);
  if (places >= count) return count;
  if (places < 2) return 1;
  return static_cast<double>(
      std::gcd(static_cast<long long>(places), static_cast<long long>(count)));
}

}  // namespace

Placement placement(const TrainingOptions& o, int node) {
  const double t = o.tensor, c = o.context, e = o.expert;
  const double side = static_cast<double>(std::lcm<long long>(o.context, o.expert));
  const double block = t * side * o.pipeline, blocks = o.data * c / side;
  const double outer = in_node(block, blocks, node);
  Placement found;
  found.tensor = {t, in_node(1, t, node)};
  found.context = {c, in_node(t, c, node)};
  found.dense = {blocks * side, in_node(t, side, node) * outer};
  found.experts = {blocks * side / e, in_node(t * e, side / e, node) * outer};
  found.expert_nodes = std::ceil(e / std::max(1.0, std::floor(node / t)));
  const int stages = static_cast<int>(std::max(1.0, std::floor(node / (t * side))));  // in a node
  const bool alone = stages == 1 || o.pipeline % stages == 1;  // some stage in its node
  found.neighbors_across = block <= node ? 0 : alone ? 2 : 1;
  return found;
}

Sent gathered(const Group& group, double bytes) {
  const double share = bytes / group.in_node;  // of a rail
  return {bytes - share, share - bytes / group.gpus};
}

}  // namespace loom::scaling
