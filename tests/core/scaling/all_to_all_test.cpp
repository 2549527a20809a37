// Traffic of experts: against walking every token's copies from GPU to GPU, and against what chance
// makes expect.
#include "core/scaling/all_to_all.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/logarithm.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::scaling::all_to_all) {

using namespace loom;
using namespace loom::scaling;

namespace {

ExpertTraffic of(ExpertOptions options) {
  if (options.token_bytes == 0) options.token_bytes = 1;
  auto found = expert_traffic(options);
  REQUIRE(found);
  return *found;
}

// The experts of every token by all scores, one by one.
std::vector<std::vector<int>> by_all_scores(const ExpertOptions& o) {
  Random random(o.seed);
  std::vector<std::vector<int>> all;
  const int each = o.experts / o.nodes;
  for (int token = 0; token < o.nodes * o.gpus_per_node * o.tokens; ++token) {
    std::vector<std::pair<double, int>> scores;  // the highest has the lowest number
    for (int e = 0; e < o.experts; ++e) {
      const double u = random.unit() + 0x1p-54;
      scores.push_back({natural_logarithm(-natural_logarithm(u)) +
                            o.skew * natural_logarithm(1 + static_cast<double>(e)),
                        e});
    }
    if (o.most_nodes > 0) {
      std::vector<std::pair<double, int>> sums;
      for (int node = 0; node < o.nodes; ++node) {
        std::vector<std::pair<double, int>> own(scores.begin() + node * each,
                                                scores.begin() + (node + 1) * each);
        std::sort(own.begin(), own.end());
        double sum = 0;
        for (int i = 0; i < std::clamp(o.top_k / o.most_nodes, 1, each); ++i)
          sum += own[static_cast<size_t>(i)].first;
        sums.push_back({sum, node});
      }
      std::sort(sums.begin(), sums.end());
      for (int i = o.most_nodes; i < o.nodes; ++i)
        for (int e = 0; e < each; ++e)
          scores[static_cast<size_t>(sums[static_cast<size_t>(i)].second * each + e)].first = 1e9;
    }
    std::sort(scores.begin(), scores.end());
    std::vector<int> chosen;
    for (int i = 0; i < o.top_k; ++i) chosen.push_back(scores[static_cast<size_t>(i)].second);
    std::sort(chosen.begin(), chosen.end());
    all.push_back(chosen);
  }
  return all;
}

// Each copy as a message: (token, from, to), every one once, network and links apart.
struct Messages {
  std::set<std::tuple<size_t, int, int>> network, link;
};

Messages messages(const ExpertOptions& o, const ExpertTraffic& traffic) {
  Messages all;
  const int per = o.gpus_per_node, each = o.experts / (o.nodes * per);
  for (size_t token = 0; token < traffic.experts.size(); ++token) {
    const int from = static_cast<int>(token) / o.tokens;
    for (const int expert : traffic.experts[token]) {
      const int to = expert / each;
      if (to == from) continue;
      int at = from;
      if (to / per != from / per) {
        at = o.hand_on ? to / per * per + from % per : to;
        all.network.insert({token, from, at});
      }
      if (at != to) all.link.insert({token, at, to});
    }
  }
  return all;
}

std::int64_t sum(const ExpertTraffic& traffic, std::int64_t ExpertLoadOfGpu::*part) {
  std::int64_t all = 0;
  for (const ExpertLoadOfGpu& gpu : traffic.gpus) all += gpu.*part;
  return all;
}

}  // namespace

TEST_CASE("all-to-all: every token's copies, one after the other") {
  for (const bool hand_on : {false, true})
    for (const int most_nodes : {0, 1, 2})
      for (const double skew : {0.0, 1.0})
        for (const auto& [nodes, per] : {std::pair{1, 4}, std::pair{4, 2}, std::pair{3, 1}}) {
          if (most_nodes > nodes) continue;
          const ExpertOptions o{.nodes = nodes,
                                .gpus_per_node = per,
                                .experts = 24 * per * nodes / 4,
                                .top_k = 3,
                                .tokens = 17,
                                .token_bytes = 10,
                                .skew = skew,
                                .most_nodes = most_nodes,
                                .hand_on = hand_on,
                                .link = 5,
                                .network = 2};
          const ExpertTraffic found = of(o);
          const Messages all = messages(o, found);
          std::map<int, ExpertLoadOfGpu> counted;
          for (const auto& [token, from, to] : all.network) {
            ++counted[from].network_out;
            ++counted[to].network_in;
          }
          for (const auto& [token, from, to] : all.link) {
            ++counted[from].link_out;
            ++counted[to].link_in;
          }
          double seconds = 0;
          for (int gpu = 0; gpu < nodes * per; ++gpu) {
            const ExpertLoadOfGpu &load = found.gpus[static_cast<size_t>(gpu)],
                                  &wanted = counted[gpu];
            CHECK(load.network_out == wanted.network_out);
            CHECK(load.network_in == wanted.network_in);
            CHECK(load.link_out == wanted.link_out);
            CHECK(load.link_in == wanted.link_in);
            seconds = std::max(
                {seconds, 5.0 * static_cast<double>(std::max(load.network_out, load.network_in)),
                 2.0 * static_cast<double>(std::max(load.link_out, load.link_in))});
          }
          CHECK(found.seconds == doctest::Approx(seconds));
          CHECK(sum(found, &ExpertLoadOfGpu::computed) == 17 * 3 * nodes * per);
          for (const std::vector<int>& experts : found.experts) {
            CHECK(std::set<int>(experts.begin(), experts.end()).size() == 3);
            std::set<int> reached;
            for (const int expert : experts) reached.insert(expert / (o.experts / nodes));
            if (most_nodes > 0) CHECK(static_cast<int>(reached.size()) <= most_nodes);
          }
        }
}

TEST_CASE("all-to-all: the experts with the highest scores, all of them computed") {
  Random random(5);
  for (int i = 0; i < tries(200); ++i) {
    ExpertOptions o{.nodes = 1 << random.below(4), .gpus_per_node = 1 << random.below(4)};
    const int gpus = o.nodes * o.gpus_per_node;
    o.experts = gpus * static_cast<int>(1 + random.below(random.below(2) ? 4 : 32));
    o.most_nodes = static_cast<int>(random.below(static_cast<unsigned>(o.nodes) + 1));
    const int reached = o.most_nodes > 0 ? o.most_nodes * (o.experts / o.nodes) : o.experts;
    const int most = random.below(4) == 0 ? reached : std::min(reached, 8);
    o.top_k = 1 + static_cast<int>(random.below(static_cast<unsigned>(most)));
    o.tokens = 1 + static_cast<int>(random.below(9));
    o.skew = random.below(3) == 0 ? 0 : random.below(4) == 0 ? 16 : 2 * random.unit();
    o.seed = random.next();
    o.token_bytes = 1;
    CAPTURE(o.experts);
    CAPTURE(o.top_k);
    CAPTURE(o.most_nodes);
    CAPTURE(o.nodes);
    CAPTURE(o.skew);
    CAPTURE(o.seed);
    CHECK(of(o).experts == by_all_scores(o));
  }
}

TEST_CASE("all-to-all: what chance makes expect") {
  ExpertOptions o{.nodes = 8, .gpus_per_node = 8, .experts = 256, .top_k = 8, .tokens = 64};
  const ExpertTraffic even = of(o);
  const double tokens = 64.0 * 64;
  // A GPU with 4 of 256 experts is missed by 8 draws without putting back …
  const auto missed = [](int experts, int draws, int own) {
    double chance = 1;
    for (int i = 0; i < draws; ++i) chance *= 1.0 * (experts - own - i) / (experts - i);
    return chance;
  };
  double copies = 0;
  for (const auto& row : even.copies)
    copies += static_cast<double>(std::accumulate(row.begin(), row.end(), std::int64_t{0}));
  CHECK(copies / tokens == doctest::Approx(63 * (1 - missed(256, 8, 4))).epsilon(0.01));
  // … and a node with 32 of them likewise.
  CHECK(static_cast<double>(sum(even, &ExpertLoadOfGpu::network_out)) / tokens ==
        doctest::Approx(7 * (1 - missed(256, 8, 32))).epsilon(0.01));
  CHECK(even.imbalance < 1.25);
  o.hand_on = false;
  CHECK(sum(of(o), &ExpertLoadOfGpu::network_out) > sum(even, &ExpertLoadOfGpu::network_out));
  o.hand_on = true;
  o.most_nodes = 4;
  const ExpertTraffic limited = of(o);
  CHECK(static_cast<double>(sum(limited, &ExpertLoadOfGpu::network_out)) / tokens ==
        doctest::Approx(4 * 7 / 8.0).epsilon(0.02));
  o.skew = 1;
  CHECK(of(o).imbalance > 2);
  CHECK(of(o).seconds > limited.seconds);
  CHECK(of(o).experts == of(o).experts);
}

TEST_CASE("all-to-all: what is refused") {
  const auto message = [](ExpertOptions options) {
    if (options.token_bytes == 0) options.token_bytes = 1;
    const auto found = expert_traffic(options);
    return found ? "" : found.error().message;
  };
  CHECK(message({.nodes = 0}) == "nodes: expected 1 to 1024, got 0");
  CHECK(message({.nodes = 1000, .gpus_per_node = 8}) == "gpus: expected 1 to 1024, got 8000");
  CHECK(message({.experts = 40}) == "experts: expected a multiple of the 32 GPUs, got 40");
  CHECK(message({.experts = 32, .top_k = 33}) == "top_k: expected 1 to 32, got 33");
  CHECK(message({.experts = 32, .top_k = 9, .most_nodes = 1}) == "top_k: expected 1 to 8, got 9");
  CHECK(message({.most_nodes = 5}) == "most_nodes: expected 0 to 4, got 5");
  CHECK(message({.tokens = 65536}) == "scores: expected 1 to 16777216, got 536870912");
  CHECK(message({.skew = NAN}) == "skew: expected 0 to 16");
  CHECK(message({.link = 0}) == "link: expected a number above 0, up to 1e18");
  CHECK(message({.token_bytes = 1e18, .link = 1e-307, .network = 1e-307}) ==
        "link: so slow that the seconds are beyond every number");
}

TEST_CASE(
    "all-to-all: with the experts of an earlier answer, the other way of sending is the same") {
  ExpertOptions options{.nodes = 2, .gpus_per_node = 4, .experts = 32, .top_k = 4};
  options.token_bytes = 1;
  const auto first = expert_traffic(options);
  REQUIRE(first);
  options.hand_on = false;
  const auto drawn = expert_traffic(options), given = expert_traffic(options, &first->experts);
  REQUIRE(drawn);
  REQUIRE(given);
  CHECK(given->experts == drawn->experts);
  CHECK(given->copies == drawn->copies);
  CHECK(given->seconds == drawn->seconds);
  CHECK(given->otherwise == first->seconds);
  CHECK(first->otherwise == drawn->seconds);
  CHECK(given->seconds != first->seconds);
}

TEST_CASE("expert traffic: the wires, the busiest GPU and the nodes of a token, one by one") {
  for (const bool hand_on : {false, true}) {
    const ExpertOptions o = {.nodes = 2,
                             .gpus_per_node = 4,
                             .experts = 16,
                             .top_k = 4,
                             .tokens = 20,
                             .token_bytes = 100,
                             .skew = 0.5,
                             .hand_on = hand_on,
                             .link = 1000,
                             .network = 50};
    const ExpertTraffic found = of(o);
    double out = 0, into = 0;
    std::int64_t computed = 0, nodes = 0;
    for (const ExpertLoadOfGpu& gpu : found.gpus) {
      out = std::max(out, static_cast<double>(gpu.network_out) * 100 / 50);
      into = std::max(into, static_cast<double>(gpu.link_in) * 100 / 1000);
      computed = std::max(computed, gpu.computed);
    }
    for (const std::vector<int>& experts : found.experts) {
      std::set<int> reached;
      for (int expert : experts) reached.insert(expert / 8);
      nodes += std::ssize(reached);
    }
    CHECK(found.wires[1] == into);
    CHECK(found.wires[2] == out);
    CHECK(*std::max_element(found.wires.begin(), found.wires.end()) == found.seconds);
    CHECK(found.computed == computed);
    CHECK(found.nodes_of_token == doctest::Approx(static_cast<double>(nodes) / (8 * 20)));
  }
}

TEST_CASE("expert traffic: only what decides who has which expert is another routing") {
  const ExpertOptions one;
  for (const ExpertOptions& same :
       {ExpertOptions{.token_bytes = 9}, ExpertOptions{.hand_on = false}, ExpertOptions{.link = 9},
        ExpertOptions{.network = 9}})
    CHECK(same_routing(one, same));
  for (const ExpertOptions& other :
       {ExpertOptions{.nodes = 2}, ExpertOptions{.gpus_per_node = 4}, ExpertOptions{.experts = 64},
        ExpertOptions{.top_k = 2}, ExpertOptions{.tokens = 32}, ExpertOptions{.skew = 1},
        ExpertOptions{.most_nodes = 2}, ExpertOptions{.seed = 2}})
    CHECK_FALSE(same_routing(one, other));
}

}  // TESTS_OF(core::scaling::all_to_all)
