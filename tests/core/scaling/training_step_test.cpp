// A training step: bytes on the wire against published sums and an all-reduce that is carried out,
// the time of published runs, and a search that leaves nothing out.
#include "core/scaling/training_step.hpp"

#include <algorithm>

#include "core/scaling/all_reduce.hpp"
#include "core/scaling/pipeline_parallel.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::scaling::training_step) {

using namespace loom;
using namespace loom::scaling;

namespace {

constexpr Cluster h100 = {.node = 8,
                          .memory = 80 * 1024. * 1024 * 1024,
                          .peak = 989e12,
                          .efficiency = 0.6,
                          .link = 450e9,
                          .network = 50e9};

TrainingStep of(const StepOptions& options, const Cluster& cluster = h100) {
  const auto found = training_step(options, cluster);
  REQUIRE(found);
  return *found;
}

// Llama 3 405B as it was trained: 8,192 or 16,384 GPUs, 16 million tokens a step.
StepOptions llama(int data) {
  return {.model = {.parameters = 405.85e9,
                    .layers = 126,
                    .hidden = 16384,
                    .zero = 1,
                    .data = data,
                    .tensor = 8,
                    .pipeline = 16,
                    .sequence = 8192},
          .batch = 2048,
          .chunks = 2};
}

}  // namespace

TEST_CASE("training step: ZeRO sends two or three times the parameters, in numbers of 16 bits") {
  StepOptions o{.model = {.parameters = 7.5e9, .data = 64}, .batch = 64};
  const double share = 63. / 64 * 2 * 7.5e9;
  for (const auto& [zero, times] :
       {std::pair{0, 2}, std::pair{1, 2}, std::pair{2, 2}, std::pair{3, 3}}) {
    o.model.zero = zero;
    CHECK(of(o).data.bytes == doctest::Approx(times * share));
  }
  o.batch = 4 * 64;  // four microbatches
  for (const auto& [zero, times] :
       {std::pair{0, 2}, std::pair{1, 2}, std::pair{2, 5}, std::pair{3, 12}}) {
    o.model.zero = zero;
    CHECK(of(o).data.bytes == doctest::Approx(times * share));
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
    CHECK(of(o).tensor.bytes == doctest::Approx(3 * 80 * 4 * ring->bytes_sent));
    CHECK(of(o).tensor.seconds == doctest::Approx(3 * 80 * 4 * ring->seconds));
  }
}

TEST_CASE("training step: the time of Llama 3 405B, published as TFLOP/s of a GPU") {
  const struct {
    int data;
    double tflops;  // arXiv 2407.21783, table 4
  } published[] = {{64, 430}, {128, 400}};
  for (const auto& run : published) {
    const TrainingStep step = of(llama(run.data));
    const double seconds = step.operations / (run.data * 128. * run.tflops * 1e12);
    CAPTURE(run.data);
    CHECK(step.seconds() == doctest::Approx(seconds).epsilon(0.09).scale(0));
    CHECK(step.microbatches == 2048 / run.data);
  }
}

TEST_CASE("training step: which wire a group uses") {
  const auto over_network = [](int data, int tensor, int pipeline) {
    const TrainingStep step = of({.model = {.parameters = 1e9,
                                            .layers = 16,
                                            .hidden = 1024,
                                            .data = data,
                                            .tensor = tensor,
                                            .pipeline = pipeline},
                                  .batch = 64});
    return step.tensor.over_network * 4 + step.pipeline.over_network * 2 +
           step.data.over_network * 1;
  };
  CHECK(over_network(8, 1, 1) == 0);
  CHECK(over_network(16, 1, 1) == 1);
  CHECK(over_network(1, 8, 1) == 0);
  CHECK(over_network(2, 4, 2) == 1);
  CHECK(over_network(1, 8, 2) == 3);
  CHECK(over_network(1, 16, 1) == 7);
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
  CHECK(of(o).pipeline.bytes == 2 * once.pipeline.bytes);
  CHECK(once.pipeline.bytes == 2 * 8 * 2. * 1024 * 4096);
  o.batch = 6;  // not a multiple of the stages: no interleaving
  CHECK(of(o).bubble == doctest::Approx(of(o).compute * 3 / 6));
  o.batch = 8;
  o.chunks = 1;
  o.model.recompute = Recompute::everything;
  CHECK(of(o).compute == doctest::Approx(once.compute * 4 / 3));
  CHECK(of(o).operations == once.operations);
  o.model.pipeline = 1;
  CHECK(of(o).pipeline.bytes == 0);
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

TEST_CASE("training step: the search leaves nothing out, and puts the fastest first") {
  StepOptions o{.model = {.parameters = 70.6e9, .layers = 80, .hidden = 8192, .sequence = 8192},
                .batch = 512};
  int tried = 0;
  const auto found = fitting_layouts(o, h100, 64, &tried);
  REQUIRE(!found.empty());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const TrainingOptions& m = found[i].options.model;
    CHECK(m.data * m.tensor * m.pipeline == 64);
    CHECK(found[i].step.memory.total() <= h100.memory);
    if (i > 0) CHECK(found[i - 1].step.seconds() <= found[i].step.seconds());
  }
  // By hand: powers of two t ≤ 8, p ≤ 64 / t; 8 ways each, 2 without data parallelism.
  int ways = 0, fit = 0;
  for (int t = 1; t <= 8; t *= 2)
    for (int p = 1; p <= 64 / t; p *= 2) {
      const int d = 64 / t / p;
      for (int zero = 0; zero < (d > 1 ? 4 : 1); ++zero)
        for (const double per_layer : {34., 2.}) {
          ++ways;
          const double own = 70.6e9 / (t * p);
          const double states = own * (2. / (zero >= 3 ? d : 1) + 2. / (zero >= 2 ? d : 1) +
                                       12. / (zero >= 1 ? d : 1));
          const double held = std::min(p, 512 / d);
          fit += states + per_layer * 8192 * 8192 / t * 80 * held / p <= h100.memory;
        }
    }
  CHECK(tried == ways);
  CHECK(static_cast<int>(found.size()) == fit);
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
  CHECK(message({.model = {.parameters = 0}}) ==
        "parameters: expected 1 to 1000000000000000, got 0");
}

}  // TESTS_OF(core::scaling::training_step)
