// A training step: bytes on the wire against published sums, and against an all-reduce, a ring and
// a routing that are carried out; and the time of published runs.
#include "core/scaling/training_step.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "core/scaling/all_reduce.hpp"
#include "core/scaling/all_to_all.hpp"
#include "core/scaling/pipeline_parallel.hpp"
#include "tests/core/scaling/examples.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::scaling::training_step) {

using namespace loom;
using namespace loom::scaling;

TEST_CASE("training step: ZeRO sends two or three times the parameters, in numbers of 16 bits") {
  StepOptions o{.model = {.parameters = 7.5e9, .data = 64}, .batch = 64};
  const double share = 63. / 64 * 2 * 7.5e9;
  for (const auto& [zero, times] :
       {std::pair{0, 2}, std::pair{1, 2}, std::pair{2, 2}, std::pair{3, 3}}) {
    o.model.zero = zero;
    CHECK(of(o).data.bytes() == doctest::Approx(times * share));
  }
  o.batch = 4 * 64;  // four microbatches
  for (const auto& [zero, times] :
       {std::pair{0, 2}, std::pair{1, 2}, std::pair{2, 5}, std::pair{3, 12}}) {
    o.model.zero = zero;
    CHECK(of(o).data.bytes() == doctest::Approx(times * share));
  }
}

TEST_CASE("training step: tensor parallelism sends what four rings a layer send") {
  for (const int t : {1, 2, 4, 8}) {
    const StepOptions o{
        .model = {.parameters = 70e9, .layers = 80, .hidden = 8192, .tensor = t, .sequence = 8192},
        .batch = 3};
    const auto ring =
        all_reduce({.gpus = t, .bytes = 2. * 8192 * 8192, .bandwidth = 450e9, .latency = 0});
    REQUIRE(ring);
    CHECK(of(o).tensor.bytes() == doctest::Approx(3 * 80 * 4 * ring->bytes_sent));
    CHECK(of(o).tensor.seconds == doctest::Approx(3 * 80 * 4 * ring->seconds));
  }
}

TEST_CASE("training step: the time of Llama 3 405B, published as TFLOP/s of a GPU") {
  const struct {
    int data;
    double tflops;  // arXiv 2407.21783, table 4
  } published[] = {{64, 430}, {128, 400}};
  for (const auto& run : published) {
    const TrainingStep step = of(llama_405b(run.data));
    const double seconds = step.operations / (run.data * 128. * run.tflops * 1e12);
    CAPTURE(run.data);
    CHECK(step.seconds() == doctest::Approx(seconds).epsilon(0.13).scale(0));
    CHECK(step.microbatches == 2048 / run.data);
  }
}

TEST_CASE("training step: parts of the time") {
  StepOptions o{
      .model = {.parameters = 6e9, .layers = 32, .hidden = 4096, .pipeline = 4, .sequence = 1024},
      .batch = 8};
  const TrainingStep once = of(o);
  CHECK(once.bubble == doctest::Approx(once.compute * 3 / 8));
  o.chunks = 2;
  CHECK(of(o).bubble == doctest::Approx(once.compute * 3 / 16));
  CHECK(of(o).memory.activations == doctest::Approx(once.memory.activations * (1 + 3. / 8)));
  CHECK(of(o).pipeline.bytes() == 2 * once.pipeline.bytes());
  CHECK(once.pipeline.bytes() == 2 * 8 * 2. * 1024 * 4096);
  o.batch = 6;  // not a multiple of the stages: no interleaving
  CHECK(of(o).bubble == doctest::Approx(of(o).compute * 3 / 6));
  o.batch = 8;
  o.chunks = 1;
  o.model.recompute = Recompute::everything;
  CHECK(of(o).compute == doctest::Approx(once.compute * 4 / 3));
  CHECK(of(o).operations == once.operations);
  o.model.tensor = 2;  // its all-reduces are part of what the next stage waits for
  CHECK(of(o).bubble == doctest::Approx((of(o).compute + of(o).tensor.seconds) * 3 / 8));
  o.model.tensor = 1;
  o.model.pipeline = 1;
  CHECK(of(o).pipeline.bytes() == 0);
  CHECK(of(o).bubble == 0);
  // With one microbatch a stage holds one, not as many as there are stages.
  o.model.pipeline = 4;
  const double full = of(o).memory.activations;
  o.batch = 1;
  CHECK(of(o).memory.activations == doctest::Approx(full / 4));
}

TEST_CASE("training step: a stage holds what the pipeline's replay says") {
  for (const int m : {4, 8, 16}) {
    StepOptions o{.model = {.parameters = 6e9, .layers = 32, .hidden = 4096, .sequence = 1024},
                  .batch = m};
    const double all = of(o).memory.activations;  // of one microbatch in all layers
    o.model.pipeline = 4;
    o.chunks = 2;
    const auto run = scaling::pipeline({PipelineSchedule::interleaved, 4, m, 1, 2, 2});
    REQUIRE(run);
    CHECK(of(o).memory.activations == doctest::Approx(all * run->peak_activations / 4));
    CHECK(of(o).bubble / of(o).compute == doctest::Approx(run->bubble / (1 - run->bubble)));
  }
}

// Blocks of keys and values go round as in ring attention: each GPU passes on what it got.
TEST_CASE("training step: context parallelism sends what a ring of keys and values sends") {
  for (const int c : {1, 2, 4, 8}) {
    constexpr int layers = 3, tokens = 1024, keys_values = 2 * 8 * 64;
    const StepOptions o{.model = {.parameters = 1e9,
                                  .layers = layers,
                                  .hidden = 4096,
                                  .sequence = tokens,
                                  .context = c},
                        .batch = 2,
                        .keys_values = keys_values};
    double ring = 0;  // bytes that one GPU sends, once round
    std::vector<int> block(static_cast<std::size_t>(c));
    for (int i = 0; i < c; ++i) block[static_cast<std::size_t>(i)] = i;
    std::vector<std::vector<bool>> seen(static_cast<std::size_t>(c));
    for (int i = 0; i < c; ++i) {
      seen[static_cast<std::size_t>(i)].resize(static_cast<std::size_t>(c));
      seen[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] = true;
    }
    for (; std::count(seen[0].begin(), seen[0].end(), true) < c;
         ring += 2. * tokens / c * keys_values) {
      std::rotate(block.begin(), block.end() - 1, block.end());
      for (std::size_t i = 0; i < seen.size(); ++i)
        seen[i][static_cast<std::size_t>(block[i])] = true;
    }
    for (const auto& row : seen) CHECK(std::count(row.begin(), row.end(), true) == c);
    CHECK(of(o).context.bytes() == doctest::Approx(2 * layers * 3 * ring));
    // The other kinds see fewer tokens.
    StepOptions alone = o;
    alone.model.context = 1;
    alone.model.tensor = 4;
    StepOptions both = o;
    both.model.tensor = 4;
    CHECK(of(both).tensor.bytes() == doctest::Approx(of(alone).tensor.bytes() / c));
    CHECK(of(both).memory.activations == doctest::Approx(of(alone).memory.activations / c));
    CHECK(of(both).compute == doctest::Approx(of(alone).compute / c));
  }
}

namespace {

// The mean over all ways to choose so many experts. The sender is in group 0.
double enumerated(int groups, int each, int active) {
  double reached = 0, ways = 0;
  for (unsigned chosen = 0; chosen < 1u << (groups * each); ++chosen) {
    if (std::popcount(chosen) != active) continue;
    ++ways;
    for (int g = 1; g < groups; ++g) reached += (chosen >> (g * each) & ((1u << each) - 1)) != 0;
  }
  return reached / ways;
}

}  // namespace

TEST_CASE("training step: groups that a token's experts are in, against every way to choose") {
  for (const auto& [groups, each] : {std::pair{2, 4}, std::pair{4, 2}, std::pair{3, 4},
                                     std::pair{8, 1}, std::pair{4, 4}, std::pair{1, 5}})
    for (const int active : {1, 2, 3, 5}) {
      CAPTURE(active);
      CHECK(groups_reached({.count = groups * each, .active = active}, groups, 0) ==
            doctest::Approx(enumerated(groups, each, active)));
    }
}

TEST_CASE("training step: all-to-alls against tokens that are routed one by one") {
  for (const int most : {0, 2, 4}) {
    const ExpertOptions drawn{
        .nodes = 8, .gpus_per_node = 8, .tokens = 128, .token_bytes = 1, .most_nodes = most};
    const auto traffic = expert_traffic(drawn);
    REQUIRE(traffic);
    double network = 0, link = 0;
    for (const ExpertLoadOfGpu& gpu : traffic->gpus) {
      network += static_cast<double>(gpu.network_out);
      link += static_cast<double>(gpu.link_out);
    }
    const StepOptions o{.model = {.parameters = 1e10,
                                  .layers = 3,
                                  .hidden = 1024,
                                  .data = 64,
                                  .sequence = 128,
                                  .expert = 64,
                                  .expert_parameters = 9e9},
                        .batch = 128,
                        .routing = {.count = 256, .active = 8, .layers = 2, .nodes = most}};
    const TrainingStep step = of(o);
    // Two microbatches, two layers, out and back, forward and backward; two bytes for each number.
    const double of_copies = 2. * 2 * 4 / 64 * 2 * 1024;
    const auto drawn_bytes = [&](double copies) {
      return doctest::Approx(of_copies * copies).epsilon(0.02).scale(0);
    };
    CHECK(step.expert.network_bytes == drawn_bytes(network));
    CHECK(step.expert.link_bytes == drawn_bytes(link));
    CHECK(step.expert.exposed == step.expert.network_bytes / h100.network);
    Cluster slow = h100;  // with slow links, which all wait for
    slow.link = h100.network / 4;
    CHECK(of(o, slow).expert.seconds == of(o).expert.link_bytes / slow.link);
    StepOptions again = o;
    again.model.recompute = Recompute::everything;
    CHECK(of(again).expert.bytes() == doctest::Approx(1.5 * step.expert.bytes()));
    StepOptions fp8 = o;
    fp8.routing.bytes_out = 1;
    CHECK(of(fp8).expert.bytes() == doctest::Approx(0.75 * step.expert.bytes()));
  }
  // In a node, once to each GPU: two of eight experts on eight GPUs, 7/8 of two.
  const StepOptions node{.model = {.parameters = 1e9,
                                   .hidden = 512,
                                   .data = 8,
                                   .sequence = 16,
                                   .expert = 8,
                                   .expert_parameters = 8e8},
                         .batch = 8,
                         .routing = {.count = 8, .active = 2, .layers = 1}};
  CHECK(of(node).expert.network_bytes == 0);
  CHECK(of(node).expert.bytes() == doctest::Approx(4 * 16 * 2 * 7. / 8 * 2 * 512));
}

TEST_CASE("training step: gradients of experts, of which fewer GPUs have the same") {
  StepOptions o{.model = {.parameters = 10e9, .data = 64, .expert_parameters = 8e9},
                .batch = 64,
                .routing = {.count = 64, .active = 2, .layers = 1}};
  for (const int e : {1, 2, 16, 64}) {
    o.model.expert = e;
    const auto sum = [](int gpus, double parameters) {
      const auto ring =
          all_reduce({.gpus = gpus, .bytes = 2 * parameters, .bandwidth = 1, .latency = 0});
      REQUIRE(ring);
      return ring->bytes_sent;
    };
    CHECK(of(o).data.bytes() == doctest::Approx(sum(64, 2e9) + sum(64 / e, 8e9 / e)));
  }
}

TEST_CASE("training step: a token uses some of the parameters, and attention has its width") {
  StepOptions o{.model = {.parameters = 1e10, .layers = 4, .hidden = 256, .sequence = 512},
                .batch = 2};
  o.used = 1e9;
  o.attention = 1000;
  CHECK(of(o).operations == doctest::Approx(1024 * (6e9 + 6. * 4 * 1000 * 512)));
}

TEST_CASE("training step: what is refused") {
  const auto message = [](const StepOptions& options, const Cluster& cluster = h100) {
    const auto found = training_step(options, cluster);
    return found ? "" : found.error().message;
  };
  const TrainingOptions model{.parameters = 1e9, .layers = 4, .hidden = 64, .data = 4};
  CHECK(message({.model = model, .batch = 6}) ==
        "batch: expected a multiple of 4, the sequences of a microbatch on all data-parallel GPUs, "
        "got 6");
  CHECK(message({.model = {.parameters = 1e9, .hidden = 64, .tensor = 3}, .batch = 1}) ==
        "tensor: expected a divisor of the width 64, got 3");
  CHECK(message({.model = model, .batch = 4, .chunks = 5}) == "chunks: expected 1 to 4, got 5");
  CHECK(message({.model = model, .batch = 4}, {.memory = 0}) ==
        "memory: expected a number above 0, up to 1e24");
  CHECK(message({.model = {.parameters = 1e9, .sequence = 9, .context = 2}}) ==
        "context: expected a divisor of the 9 tokens of a sequence, got 2");
  const TrainingOptions experts{
      .parameters = 1e9, .data = 4, .expert = 4, .expert_parameters = 5e8};
  CHECK(message({.model = experts, .batch = 4, .routing = {.count = 6, .active = 2}}) ==
        "expert: expected a divisor of the 6 experts, got 4");
  CHECK(message({.model = experts, .batch = 4, .routing = {.count = 8, .active = 9}}) ==
        "active experts: expected 1 to 8, got 9");
  CHECK(
      message({.model = experts, .batch = 4, .routing = {.count = 8, .active = 2, .layers = 2}}) ==
      "layers with experts: expected 0 to 1, got 2");
  for (const double bytes : {0., -1., 8.5, std::nan("")})
    CHECK(message({.model = experts,
                   .batch = 4,
                   .routing = {.count = 8, .active = 2, .layers = 1, .bytes_out = bytes}}) ==
          "bytes_out: expected a number above 0, up to 8");
  CHECK(message({.model = model, .batch = 4, .used = -1}) == "used: expected 0 to 1e15");
  CHECK(message({.model = {.parameters = 0}}) ==
        "parameters: expected 1 to 1000000000000000, got 0");
}

}  // TESTS_OF(core::scaling::training_step)
