// What is sent when tokens are routed to experts on other GPUs, and over which links.
//
// Each GPU has as many experts as any other, in order. A token's numbers go once to every other GPU
// that has one of its experts (dispatch), and as many come back (combine). GPUs of a node are
// linked directly; between nodes a GPU sends over its own network card, either to each GPU by
// itself, or once to each node: to the GPU that has its place there, which hands it on over the
// node's links.
//
// Routing: each token draws a score for every expert, and takes the highest top_k. `skew` adds
// skew · ln(1 / (1 + e)) to the score of expert e, so that with 1 the first experts are wanted
// about as often as in Zipf's law; scores are of the Gumbel distribution. With `most_nodes` a token
// first takes that many nodes, those with the greatest sums of their top_k / most_nodes highest
// scores, and then the highest experts there: node-limited routing. Sources: DeepSeek-V3, arXiv
// 2412.19437, 2.1.2 (node-limited routing) and 3.2.2 (one copy a node, handed on over NVLink);
// DeepEP, https://github.com/deepseek-ai/DeepEP.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/result.hpp"

namespace loom::scaling {

struct ExpertOptions {
  int nodes = 4, gpus_per_node = 8;
  int experts = 256, top_k = 8;
  int tokens = 64;               // on each GPU
  double token_bytes = 0;        // of a token on its way to an expert
  double skew = 0;               // 0: all experts alike
  int most_nodes = 0;            // of a token; 0: as many as there are
  bool hand_on = true;           // one copy a node
  double link = 1, network = 1;  // bytes a second of a GPU, each way
  std::uint64_t seed = 1;
};

// Of one GPU: tokens that leave it and come to it, over the links of its node and over the network.
struct ExpertLoadOfGpu {
  std::int64_t link_out = 0, link_in = 0, network_out = 0, network_in = 0;
  std::int64_t computed = 0;  // pairs of a token and one of its experts
};

// Whether both send tokens to the same experts, whatever way they take.
bool same_routing(const ExpertOptions& a, const ExpertOptions& b);

struct ExpertTraffic {
  std::vector<std::vector<int>> experts;          // of each token, GPU after GPU, ascending
  std::vector<std::vector<std::int64_t>> copies;  // [from][to]: tokens that `to` needs of `from`
  std::vector<ExpertLoadOfGpu> gpus;
  // Seconds of the GPU that has most: out of and into it over the links of its node, and over the
  // network.
  std::array<double, 4> wires{};
  double seconds = 0;         // of the slowest link, which all wait for
  int slowest = 0;            // its GPU
  bool over_network = false;  // and which of its links
  double otherwise = 0;       // seconds with the other way of sending between nodes
  std::int64_t computed = 0;  // by the GPU that computes most
  double imbalance = 1;       // that over the mean
  double nodes_of_token = 0;  // with its experts, on average
};

inline constexpr int most_expert_gpus = 1024;
inline constexpr int most_routed = 1 << 24;  // tokens of all GPUs · experts

// Refused: numbers below 1, more than 1024 GPUs or 65536 experts, experts that do not divide among
// the GPUs, a top_k above the experts or, with most_nodes, above what so many nodes have;
// most_nodes above the nodes; more than most_routed scores; a skew outside 0…16; bytes and rates
// that are not above 0, or above 1e18.
// `routed`, if given: the experts of an earlier answer, whose options had the same_routing(). Then
// no scores are drawn, which is what takes the time.
Result<ExpertTraffic> expert_traffic(const ExpertOptions& options,
                                     const std::vector<std::vector<int>>* routed = nullptr);

}  // namespace loom::scaling
