// Where GPUs lie: a closed form against GPUs that are numbered one by one and dealt out to nodes,
// and a gather of two levels against one that is carried out.
#include "core/scaling/placement.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(core::scaling::placement) {

using namespace loom::scaling;

namespace {

struct Gpu {
  int tensor, context, copy, expert, stage;  // places; `copy`: of all that have its parameters
};

// In the order of their numbers.
std::vector<Gpu> numbered(const TrainingOptions& o) {
  const int side = std::lcm(o.context, o.expert);
  std::vector<Gpu> gpus;
  for (int block = 0; block < o.data * o.context / side; ++block)
    for (int stage = 0; stage < o.pipeline; ++stage)
      for (int i = 0; i < side; ++i)
        for (int tensor = 0; tensor < o.tensor; ++tensor)
          gpus.push_back({tensor, i % o.context, block * side + i, i % o.expert, stage});
  return gpus;
}

// Members of groups in the nodes that have any: the fewest and the most, and how many nodes.
struct Counted {
  int fewest = 1 << 30, most = 0;
  std::size_t nodes = 0;  // the most of a group
};

// GPUs with equal keys are a group.
template <class Key>
Counted counted(const std::vector<Gpu>& gpus, int node, const Key& key) {
  std::map<decltype(key(gpus[0])), std::map<int, int>> groups;
  for (std::size_t i = 0; i < gpus.size(); ++i) ++groups[key(gpus[i])][static_cast<int>(i) / node];
  Counted found;
  for (const auto& [name, nodes] : groups) {
    found.nodes = std::max(found.nodes, nodes.size());
    for (const auto& [number, members] : nodes) {
      found.fewest = std::min(found.fewest, members);
      found.most = std::max(found.most, members);
    }
  }
  return found;
}

struct Groups {
  Counted tensor, context, dense, experts, expert;
};

Groups counted(const TrainingOptions& o, int node) {
  const std::vector<Gpu> gpus = numbered(o);
  const auto of = [&](const auto& key) { return counted(gpus, node, key); };
  return {of([](const Gpu& g) { return std::tuple(g.copy, g.stage); }),
          of([&](const Gpu& g) { return std::tuple(g.tensor, g.stage, g.copy / o.context); }),
          of([](const Gpu& g) { return std::tuple(g.tensor, g.stage); }),
          of([](const Gpu& g) { return std::tuple(g.tensor, g.stage, g.expert); }),
          of([&](const Gpu& g) { return std::tuple(g.tensor, g.stage, g.copy / o.expert); })};
}

// Of the two stages beside a stage, the last one's next being the first, those in other nodes.
int neighbors_across(const TrainingOptions& o, int node) {
  const int next = o.tensor * std::lcm(o.context, o.expert), p = o.pipeline;
  int most = 0;
  for (int stage = 0; stage < p; ++stage) {
    const auto across = [&](int other) { return stage * next / node != other * next / node; };
    most = std::max(most, across((stage + 1) % p) + across((stage + p - 1) % p));
  }
  return most;
}

}  // namespace

TEST_CASE("placement: GPUs of a group in a node, against GPUs that are dealt out one by one") {
  int seen = 0, mixed = 0;
  for (const int node : {1, 4, 8, 16, 72})
    for (const int t : {1, 2, 3, 8, 16})
      for (const int c : {1, 2, 4, 8, 16, 24})
        for (const int e : {1, 2, 8, 9, 32})
          for (const int p : {1, 2, 3, 8})
            for (const int d : {1, 2, 6, 16, 32}) {
              if (d * c % e != 0 || t * p * d * c > 4096) continue;
              const TrainingOptions o = {
                  .data = d, .tensor = t, .pipeline = p, .context = c, .expert = e};
              const Placement found = placement(o, node);
              CHECK(found.dense.gpus == d * c);
              CHECK(found.experts.gpus * e == d * c);
              // Sizes that divide: a block is a part of a node, or has whole nodes.
              const auto divides = [&](int size) { return node % size == 0 || size % node == 0; };
              const int side = t * std::lcm(c, e);
              if (!divides(t) || !divides(t * c) || !divides(t * e) || !divides(side) ||
                  !divides(side * p) || !divides(t * p * d * c))
                continue;
              ++seen;
              CAPTURE(node);
              CAPTURE(t);
              CAPTURE(c);
              CAPTURE(e);
              CAPTURE(p);
              CAPTURE(d);
              const Groups all = counted(o, node);
              for (const auto& [group, truth] :
                   {std::pair{found.tensor, all.tensor}, std::pair{found.context, all.context},
                    std::pair{found.dense, all.dense}, std::pair{found.experts, all.experts}}) {
                REQUIRE(truth.fewest == truth.most);  // as many in every node
                CHECK(group.in_node == truth.most);
                CHECK(group.nodes() == doctest::Approx(static_cast<double>(truth.nodes)));
                mixed += truth.most > 1 && truth.nodes > 1;
              }
              CHECK(found.expert_nodes == static_cast<double>(all.expert.nodes));
              if (p > 1) CHECK(found.neighbors_across == neighbors_across(o, node));
            }
  CHECK(seen > 1000);
  CHECK(mixed > 500);
}

TEST_CASE("placement: where places and members do not divide, the fewest that a node has") {
  for (const int node : {8, 12})
    for (const int t : {1, 2, 4})
      for (const int d : {5, 6, 9, 10, 12, 18, 20, 28, 36}) {
        // Enough stages for a group to begin at every place of a node.
        const TrainingOptions o = {.data = d, .tensor = t, .expert = d};
        TrainingOptions many = o;
        many.pipeline = node;
        CAPTURE(node);
        CAPTURE(t);
        CAPTURE(d);
        const Placement found = placement(o, node);
        if (t * d <= node) {
          CHECK(found.dense.in_node == d);
          CHECK(placement(many, node).dense.in_node == d);
        } else {
          CHECK(found.dense.in_node == counted(many, node).dense.fewest);
          CHECK(placement(many, node).dense.in_node == found.dense.in_node);
        }
      }
  // Two groups of three stand in a node of eight, and two GPUs stand idle.
  const Placement idle = placement({.data = 16, .tensor = 3}, 8);
  CHECK(idle.tensor.in_node == 3);
  CHECK(idle.dense.in_node == 2);
}

TEST_CASE("placement: no node, or a large one, leaves a group as it is") {
  const TrainingOptions o = {.data = 6, .tensor = 4, .pipeline = 2, .context = 2, .expert = 3};
  const Placement alone = placement(o, 1), whole = placement(o, 1 << 20);
  CHECK(alone.dense.in_node == 1);
  CHECK(alone.tensor.in_node == 1);
  CHECK(alone.expert_nodes == 3);
  CHECK(alone.neighbors_across == 2);
  CHECK(whole.dense.in_node == 12);
  CHECK(whole.experts.in_node == 4);
  CHECK(whole.expert_nodes == 1);
  CHECK(whole.neighbors_across == 0);
  // Degrees whose product no integer holds.
  const int most = most_parallel;
  const Placement huge = placement(
      {.data = most, .tensor = most, .pipeline = most, .context = most, .expert = most}, 8);
  CHECK(huge.dense.gpus == 1. * most * most);
  CHECK(huge.dense.in_node == 1);
}

// Blocks of data as counters: a GPU begins with its own, gets along its rail what the others there
// have, and then all that GPUs of its node have.
TEST_CASE("placement: a gather of two levels, carried out") {
  for (const auto& [in_node, nodes] : {std::pair{1, 1}, std::pair{1, 5}, std::pair{4, 1},
                                       std::pair{2, 3}, std::pair{8, 4}, std::pair{3, 7}}) {
    const int g = in_node, n = in_node * nodes;
    std::vector<std::vector<bool>> has(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      has[static_cast<std::size_t>(i)].resize(static_cast<std::size_t>(n));
      has[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] = true;
    }
    // A ring: in each step every GPU passes on what it got in the last one, at first its own.
    const auto ring = [&](const auto& next, int steps) {
      int blocks = 0;  // that GPU 0 sends
      std::vector<std::vector<bool>> passed = has;
      for (int step = 0; step < steps; ++step) {
        blocks += static_cast<int>(std::count(passed[0].begin(), passed[0].end(), true));
        std::vector<std::vector<bool>> got(passed.size());
        for (int i = 0; i < n; ++i)
          got[static_cast<std::size_t>(next(i))] = passed[static_cast<std::size_t>(i)];
        passed = got;
        for (std::size_t i = 0; i < has.size(); ++i)
          for (std::size_t j = 0; j < has.size(); ++j) has[i][j] = has[i][j] || passed[i][j];
      }
      return blocks;
    };
    const int network = ring([&](int i) { return (i + g) % n; }, nodes - 1);
    const int link = ring([&](int i) { return i / g * g + (i + 1) % g; }, g - 1);
    for (const auto& row : has) CHECK(std::count(row.begin(), row.end(), true) == n);
    const Sent sent = gathered({1. * n, 1. * g}, 3. * n);
    CHECK(sent.link == doctest::Approx(3 * link));
    CHECK(sent.network == doctest::Approx(3 * network));
    CHECK(sent.link + sent.network == doctest::Approx(3 * (n - 1)));
  }
}

}  // TESTS_OF(core::scaling::placement)
