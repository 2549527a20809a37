#include "core/scaling/all_to_all.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/limits.hpp"
#include "core/scaling/expert_router.hpp"

namespace loom::scaling {
namespace {

std::optional<Error> check_experts(const ExpertOptions& o) {
  constexpr double most = 65536;
  if (auto error = check_limits({{"nodes", 1.0 * o.nodes, 1, most_expert_gpus},
                                 {"gpus_per_node", 1.0 * o.gpus_per_node, 1, most_expert_gpus},
                                 {"gpus", 1.0 * o.nodes * o.gpus_per_node, 1, most_expert_gpus},
                                 {"experts", 1.0 * o.experts, 1, most},
                                 {"top_k", 1.0 * o.top_k, 1, 1.0 * o.experts},
                                 {"tokens", 1.0 * o.tokens, 1, most},
                                 {"most_nodes", 1.0 * o.most_nodes, 0, 1.0 * o.nodes},
                                 {"skew", o.skew, 0, 16}}))
    return error;
  const int gpus = o.nodes * o.gpus_per_node;
  if (o.experts % gpus != 0)
    return Error{"experts: expected a multiple of the " + std::to_string(gpus) + " GPUs, got " +
                 std::to_string(o.experts)};
  if (o.most_nodes > 0)
    if (auto error =
            check_limits({{"top_k", 1.0 * o.top_k, 1, 1.0 * o.most_nodes * (o.experts / o.nodes)}}))
      return error;
  if (auto error = check_limits({{"scores", 1.0 * gpus * o.tokens * o.experts, 1, most_routed}}))
    return error;
  for (const auto& [name, value] : {std::pair{"token_bytes", o.token_bytes},
                                    std::pair{"link", o.link}, std::pair{"network", o.network}})
    if (!(value > 0 && value <= 1e18))
      return Error{std::string(name) + ": expected a number above 0, up to 1e18"};
  return std::nullopt;
}

using Counts = std::vector<std::vector<std::int64_t>>;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Counts zeros(int rows, int columns) {
  return Counts(at(rows), std::vector<std::int64_t>(at(columns)));
}

// What the GPUs send and get when `copies[from][to]` tokens are needed, of which
// `reached[from][node]` go to any GPU of a node.
std::vector<ExpertLoadOfGpu> loads(const ExpertOptions& o, bool hand_on, const Counts& copies,
                                   const Counts& reached) {
  const int gpus = o.nodes * o.gpus_per_node;
  std::vector<ExpertLoadOfGpu> all(at(gpus));
  const auto send = [&](int from, int to, std::int64_t tokens, bool network) {
    if (from == to) return;
    (network ? all[at(from)].network_out : all[at(from)].link_out) += tokens;
    (network ? all[at(to)].network_in : all[at(to)].link_in) += tokens;
  };
  for (int from = 0; from < gpus; ++from)
    for (int node = 0; node < o.nodes; ++node) {
      const int first = node * o.gpus_per_node, entry = first + from % o.gpus_per_node;
      const bool own = from / o.gpus_per_node == node, handed_on = !own && hand_on;
      if (handed_on) send(from, entry, reached[at(from)][at(node)], true);
      for (int to = first; to < first + o.gpus_per_node; ++to)
        send(handed_on ? entry : from, to, copies[at(from)][at(to)], !own && !hand_on);
    }
  return all;
}

std::array<double, 4> wire_seconds(const ExpertOptions& o,
                                   const std::vector<ExpertLoadOfGpu>& gpus) {
  std::array<double, 4> most{};
  for (const ExpertLoadOfGpu& gpu : gpus) {
    const std::int64_t tokens[] = {gpu.link_out, gpu.link_in, gpu.network_out, gpu.network_in};
    for (std::size_t i = 0; i < most.size(); ++i)
      most[i] = std::max(
          most[i], static_cast<double>(tokens[i]) * o.token_bytes / (i < 2 ? o.link : o.network));
  }
  return most;
}

struct Slowest {
  double seconds = 0;
  int gpu = 0;
  bool over_network = false;
};

Slowest slowest(const ExpertOptions& o, const std::vector<ExpertLoadOfGpu>& gpus) {
  Slowest found;
  for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
    const auto slower = [&](std::int64_t out, std::int64_t in, double rate, bool network) {
      const double seconds = static_cast<double>(std::max(out, in)) * o.token_bytes / rate;
      if (seconds > found.seconds) found = {seconds, static_cast<int>(gpu), network};
    };
    slower(gpus[gpu].link_out, gpus[gpu].link_in, o.link, false);
    slower(gpus[gpu].network_out, gpus[gpu].network_in, o.network, true);
  }
  return found;
}

}  // namespace

bool same_routing(const ExpertOptions& a, const ExpertOptions& b) {
  return a.nodes == b.nodes && a.gpus_per_node == b.gpus_per_node && a.experts == b.experts &&
         a.top_k == b.top_k && a.tokens == b.tokens && a.skew == b.skew &&
         a.most_nodes == b.most_nodes && a.seed == b.seed;
}

Result<ExpertTraffic> expert_traffic(const ExpertOptions& options,
                                     const std::vector<std::vector<int>>* routed) {
  if (auto error = check_experts(options)) return *error;
  const int gpus = options.nodes * options.gpus_per_node, each = options.experts / gpus;
  std::int64_t all_reached = 0;
  ExpertTraffic found;
  found.copies = zeros(gpus, gpus);
  Counts reached = zeros(gpus, options.nodes);
  std::vector<std::int64_t> computed(at(gpus));
  std::vector<int> gpu_of, node_of;  // of each expert
  for (int expert = 0; expert < options.experts; ++expert) {
    gpu_of.push_back(expert / each);
    node_of.push_back(expert / each / options.gpus_per_node);
  }
  std::optional<ExpertRouter> router;
  if (!routed) router.emplace(options);
  found.experts.reserve(at(gpus) * at(options.tokens));
  for (int from = 0; from < gpus; ++from)
    for (int token = 0; token < options.tokens; ++token) {
      found.experts.push_back(routed ? (*routed)[found.experts.size()] : router->next());
      int last_gpu = -1, last_node = -1;  // experts ascend, GPU after GPU and node after node
      for (const int expert : found.experts.back()) {
        const int gpu = gpu_of[at(expert)], node = node_of[at(expert)];
        ++computed[at(gpu)];
        if (std::exchange(last_gpu, gpu) != gpu && gpu != from) ++found.copies[at(from)][at(gpu)];
        if (std::exchange(last_node, node) == node) continue;
        ++reached[at(from)][at(node)];
        ++all_reached;
      }
    }
  found.gpus = loads(options, options.hand_on, found.copies, reached);
  for (int gpu = 0; gpu < gpus; ++gpu) found.gpus[at(gpu)].computed = computed[at(gpu)];
  found.nodes_of_token =
      static_cast<double>(all_reached) / static_cast<double>(found.experts.size());
  found.wires = wire_seconds(options, found.gpus);
  const Slowest here = slowest(options, found.gpus);
  found.seconds = here.seconds;
  found.slowest = here.gpu;
  found.over_network = here.over_network;
  found.otherwise =
      slowest(options, loads(options, !options.hand_on, found.copies, reached)).seconds;
  if (!std::isfinite(found.seconds) || !std::isfinite(found.otherwise))
    return Error{"link: so slow that the seconds are beyond every number"};
  found.computed = *std::max_element(computed.begin(), computed.end());
  found.imbalance =
      static_cast<double>(found.computed) * gpus / (1.0 * gpus * options.tokens * options.top_k);
  return found;
}

}  // namespace loom::scaling
