#include "core/scaling/all_to_all.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

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

// Adds the ways of one token of GPU `from` to the GPUs that need it.
void deliver(const ExpertOptions& o, int from, const std::vector<int>& targets,
             ExpertTraffic& traffic) {
  const auto load = [&](int gpu) -> ExpertLoadOfGpu& {
    return traffic.gpus[static_cast<std::size_t>(gpu)];
  };
  const int node = from / o.gpus_per_node;
  int handed_to = -1;             // the node that has its copy
  for (const int to : targets) {  // ascending: node after node
    if (to == from) continue;
    ++traffic.copies[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    const int other = to / o.gpus_per_node;
    int by_link = from;
    if (other != node) {
      const int entry = o.hand_on ? other * o.gpus_per_node + from % o.gpus_per_node : to;
      if (!o.hand_on || handed_to != other) {
        ++load(from).network_out;
        ++load(entry).network_in;
        handed_to = other;
      }
      by_link = entry;
    }
    if (by_link == to) continue;
    ++load(by_link).link_out;
    ++load(to).link_in;
  }
}

}  // namespace

Result<ExpertTraffic> expert_traffic(const ExpertOptions& options,
                                     const std::vector<std::vector<int>>* routed) {
  if (auto error = check_experts(options)) return *error;
  const int gpus = options.nodes * options.gpus_per_node, each = options.experts / gpus;
  ExpertTraffic found;
  found.copies.assign(static_cast<std::size_t>(gpus),
                      std::vector<std::int64_t>(static_cast<std::size_t>(gpus)));
  found.gpus.resize(static_cast<std::size_t>(gpus));
  ExpertRouter router(options);
  found.experts.reserve(static_cast<std::size_t>(gpus) * static_cast<std::size_t>(options.tokens));
  std::vector<int> targets;
  for (int gpu = 0; gpu < gpus; ++gpu)
    for (int token = 0; token < options.tokens; ++token) {
      const std::vector<int>& experts =
          found.experts.emplace_back(routed ? (*routed)[found.experts.size()] : router.next());
      targets.clear();
      for (const int expert : experts) {
        ++found.gpus[static_cast<std::size_t>(expert / each)].computed;
        if (targets.empty() || targets.back() != expert / each) targets.push_back(expert / each);
      }
      deliver(options, gpu, targets, found);
    }
  std::int64_t most = 0;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const ExpertLoadOfGpu& load = found.gpus[static_cast<std::size_t>(gpu)];
    most = std::max(most, load.computed);
    const auto slower = [&](std::int64_t out, std::int64_t in, double rate, bool network) {
      const double seconds = static_cast<double>(std::max(out, in)) * options.token_bytes / rate;
      if (seconds <= found.seconds) return;
      found.seconds = seconds;
      found.slowest = gpu;
      found.over_network = network;
    };
    slower(load.link_out, load.link_in, options.link, false);
    slower(load.network_out, load.network_in, options.network, true);
  }
  if (!std::isfinite(found.seconds))
    return Error{"link: so slow that the seconds are beyond every number"};
  found.imbalance =
      static_cast<double>(most) * gpus / (1.0 * gpus * options.tokens * options.top_k);
  return found;
}

}  // namespace loom::scaling
