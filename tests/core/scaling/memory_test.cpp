// Memory of training: against ZeRO's published table, and the sums of the activations' parts,
// tensor by tensor.
#include "core/scaling/memory.hpp"

#include <array>
#include <cmath>

#include "tests/doctest.hpp"

TESTS_OF(core::scaling::memory) {

using namespace loom;
using namespace loom::scaling;

namespace {

TrainingMemory of(const TrainingOptions& options) {
  const auto found = training_memory(options);
  REQUIRE(found);
  return *found;
}

double states(double parameters, int zero, int data) {
  const TrainingMemory found = of({.parameters = parameters, .zero = zero, .data = data});
  return (found.parameters + found.gradients + found.optimizer) / 1e9;
}

// One layer as the paper's section 4.1 lists it, tensor by tensor: bytes a value, and who has it
// whole (1) or a share of it (t).
double walk(double s, double b, double h, double a, double t, bool sequence_parallel, bool scores) {
  const double whole = sequence_parallel ? t : 1, each = s * b * h;
  double bytes = 0;
  bytes += 2 * each / whole;                     // input of Q, K and V, shared
  bytes += 2 * each / t + 2 * each / t;          // Q and K
  if (scores) bytes += 2 * a * s * s * b / t;    // softmax's output
  if (scores) bytes += 1 * a * s * s * b / t;    // mask of its dropout
  if (scores) bytes += 2 * a * s * s * b / t;    // dropout's output
  bytes += 2 * each / t;                         // V
  bytes += 2 * each / t;                         // input of the projection
  bytes += 1 * each / whole;                     // mask of dropout behind it
  bytes += 2 * each / whole;                     // input of the first matrix of the MLP
  bytes += 8 * each / t;                         // input of GeLU
  bytes += 8 * each / t;                         // input of the second matrix
  bytes += 1 * each / whole;                     // mask of dropout behind it
  bytes += 2 * each / whole + 2 * each / whole;  // inputs of both norms
  return bytes;
}

}  // namespace

TEST_CASE("training memory: ZeRO's table of model states, in GB") {
  const struct {
    double parameters;
    int data;
    double stage1, stage2, stage3;
  } published[] = {
      {7.5e9, 1, 120, 120, 120},      {7.5e9, 4, 52.5, 41.3, 30},
      {7.5e9, 16, 35.6, 21.6, 7.5},   {7.5e9, 64, 31.4, 16.6, 1.88},
      {7.5e9, 256, 30.4, 15.4, 0.47}, {7.5e9, 1024, 30.1, 15.1, 0.12},
      {128e9, 4, 896, 704, 512},      {128e9, 64, 536, 284, 32},
      {128e9, 1024, 513, 257, 2},     {1e12, 4, 7000, 5500, 4000},
      {1e12, 64, 4187, 2218, 250},    {1e12, 1024, 4011, 2013, 15.6},
  };
  for (const auto& row : published) {
    CAPTURE(row.parameters);
    CAPTURE(row.data);
    CHECK(states(row.parameters, 0, row.data) == doctest::Approx(16 * row.parameters / 1e9));
    CHECK(states(row.parameters, 1, row.data) == doctest::Approx(row.stage1).epsilon(0.01));
    CHECK(states(row.parameters, 2, row.data) == doctest::Approx(row.stage2).epsilon(0.01));
    CHECK(states(row.parameters, 3, row.data) == doctest::Approx(row.stage3).epsilon(0.025));
  }
}

TEST_CASE("training memory: shares of tensor and pipeline parallelism") {
  const TrainingMemory all = of({.parameters = 64e9, .layers = 8});
  const TrainingMemory some = of({.parameters = 64e9, .layers = 8, .tensor = 4, .pipeline = 8});
  CHECK(some.parameters == all.parameters / 32);
  CHECK(some.gradients == all.gradients / 32);
  CHECK(some.optimizer == all.optimizer / 32);
  CHECK(some.activations == all.activations / 4);  // p microbatches of a p-th of the layers
  const TrainingMemory sgd =
      of({.parameters = 1e9, .optimizer = Optimizer::sgd, .zero = 3, .data = 4});
  CHECK(sgd.parameters == 1e9);
  CHECK(sgd.gradients == 1e9);
  CHECK(sgd.optimizer == 0);
  CHECK(sgd.total() == 2e9 + sgd.activations);
}

TEST_CASE("training memory: activations are the sum of a layer's tensors") {
  for (const int t : {1, 2, 8})
    for (const bool sequence_parallel : {false, true}) {
      TrainingOptions o{.parameters = 1e9,
                        .layers = 3,
                        .hidden = 8192,
                        .tensor = t,
                        .sequence = 4096,
                        .microbatch = 2,
                        .sequence_parallel = sequence_parallel,
                        .heads = 64};
      CHECK(of(o).activations ==
            doctest::Approx(3 * walk(4096, 2, 8192, 64, t, sequence_parallel, false)));
      o.recompute = Recompute::nothing;
      CHECK(of(o).activations ==
            doctest::Approx(3 * walk(4096, 2, 8192, 64, t, sequence_parallel, true)));
    }
  // s 4096, b 1, h 8192, a 64, t 8, per layer, in GB.
  TrainingOptions o{.parameters = 1e9,
                    .layers = 1,
                    .hidden = 8192,
                    .sequence = 4096,
                    .recompute = Recompute::nothing,
                    .heads = 64};
  CHECK(of(o).activations / 1e9 == doctest::Approx(6.51).epsilon(0.001));
  o.tensor = 8;
  CHECK(of(o).activations / 1e9 == doctest::Approx(0.814).epsilon(0.001));
  o.sequence_parallel = false;
  CHECK(of(o).activations / 1e9 == doctest::Approx(1.107).epsilon(0.001));
  o.recompute = Recompute::everything;
  CHECK(of(o).activations / 1e9 == doctest::Approx(0.067).epsilon(0.002));
  o.recompute = Recompute::selective;
  o.sequence_parallel = true;
  CHECK(of(o).activations / 1e9 == doctest::Approx(0.143).epsilon(0.003));
}

// Reference "ultrascale": figures of an 8B and a 70B model, bars in "GB" that are GiB. Optimizer:
// eight bytes for each parameter, without a copy of the weights.
TEST_CASE("training memory: nanotron's figures, within 0.2%") {
  struct Bars {
    TrainingOptions options;
    double parameters, gradients, optimizer, activations;  // of sequences of 4,096 tokens
  };
  const auto model = [](double billions, int layers, int hidden) {
    return TrainingOptions{.parameters = billions * 1e9,
                           .layers = layers,
                           .hidden = hidden,
                           .optimizer = Optimizer::adam_no_copy,
                           .sequence = 4096};
  };
  const TrainingOptions small = model(8.030261248, 32, 4096), large = model(70.553706496, 80, 8192);
  const auto with = [](TrainingOptions o, int tensor, int context, bool sequence_parallel) {
    o.tensor = tensor;
    o.context = context;
    o.sequence_parallel = sequence_parallel;
    return o;
  };
  TrainingOptions stages = small;
  stages.pipeline = 8;
  stages.first_stage = stages.last_stage = 128256. * 4096;
  const auto zero = [&](int stage) {
    TrainingOptions o = small;
    o.data = 8;
    o.zero = stage;
    return o;
  };
  const Bars published[] = {
      {small, 14.957, 14.957, 59.828, 17},
      {with(small, 2, 1, false), 7.4785, 7.4785, 29.914, 11},
      {with(small, 2, 4, false), 7.4785, 7.4785, 29.914, 2.75},
      {stages, 2.6035, 2.6035, 10.414, 17},
      {zero(1), 14.957, 14.957, 7.5, 17},
      {zero(2), 14.957, 1.875, 7.5, 17},
      {zero(3), 1.875, 1.875, 7.5, 17},
      {large, 131.5, 131.5, 526, 85},
      {with(large, 8, 1, true), 16.4375, 16.4375, 65.75, 10.625},
      {with(large, 16, 1, true), 8.21875, 8.21875, 32.875, 5.3125},
  };
  constexpr double gib = 1024. * 1024 * 1024;
  for (const Bars& each : published) {
    CAPTURE(each.options.tensor);
    CAPTURE(each.options.zero);
    const TrainingMemory found = of(each.options);
    const auto is = [](double published_gib) {
      return doctest::Approx(published_gib * gib).epsilon(0.003).scale(0);
    };
    CHECK(found.parameters == is(each.parameters));
    CHECK(found.gradients == is(each.gradients));
    CHECK(found.optimizer == is(each.optimizer));
    CHECK(found.activations == is(each.activations));
  }
}

// Every parameter is put on the GPUs that have it, by its place, its number and its expert.
TEST_CASE("training memory: parameters handed out one by one") {
  constexpr int dense = 2 * 4 * 12, experts = 4, each = 2 * 4 * 6;  // a stage's, for all 2 stages
  for (const int context : {1, 2})
    for (const int expert : {1, 2, 4})
      for (int zero = 0; zero <= 3; ++zero) {
        constexpr int data = 4, tensor = 2, pipeline = 2;
        const int copies = data * context, of_expert = copies / expert;
        double held = 0;  // weights on all GPUs
        for (int rank = 0; rank < copies; ++rank)
          for (int t = 0; t < tensor; ++t)
            for (int stage = 0; stage < pipeline; ++stage) {
              for (int i = 0; i < dense / pipeline; ++i)
                if (i % tensor == t && (zero < 3 || i / tensor % copies == rank)) ++held;
              for (int e = 0; e < experts; ++e)
                for (int i = 0; e % expert == rank % expert && i < each / pipeline; ++i)
                  if (i % tensor == t && (zero < 3 || (i / tensor) % of_expert == rank / expert))
                    ++held;
            }
        const TrainingMemory found = of({.parameters = dense + experts * each,
                                         .layers = 2,
                                         .zero = zero,
                                         .data = data,
                                         .tensor = tensor,
                                         .pipeline = pipeline,
                                         .sequence = 8,
                                         .context = context,
                                         .expert = expert,
                                         .expert_parameters = experts * each});
        CAPTURE(context);
        CAPTURE(expert);
        CAPTURE(zero);
        const double gpus = copies * tensor * pipeline;
        CHECK(found.parameters * gpus == doctest::Approx(2 * held));
        if (zero > 0)  // nothing twice: twelve bytes for each parameter of the model
          CHECK(found.optimizer * gpus == doctest::Approx(12. * (dense + experts * each)));
      }
}

TEST_CASE("training memory: bytes of the optimizers") {
  const auto bytes = [](Optimizer optimizer) {
    const TrainingMemory found = of({.parameters = 1e9, .optimizer = optimizer});
    return std::array{found.parameters / 1e9, found.gradients / 1e9, found.optimizer / 1e9};
  };
  CHECK(bytes(Optimizer::adam_mixed) == std::array{2., 2., 12.});
  CHECK(bytes(Optimizer::sgd) == std::array{4., 4., 0.});
  CHECK(bytes(Optimizer::adam_no_copy) == std::array{2., 2., 8.});
  CHECK(bytes(Optimizer::adam_short) == std::array{2., 4., 8.});
}

TEST_CASE("training memory: what is refused") {
  const auto message = [](const TrainingOptions& options) {
    const auto found = training_memory(options);
    return found ? "" : found.error().message;
  };
  CHECK(message({.parameters = 0}) == "parameters: expected 1 to 1000000000000000, got 0");
  CHECK(message({.parameters = NAN}) == "parameters: expected 1 to 1000000000000000");
  CHECK(message({.parameters = 1e9, .zero = 4}) == "zero: expected 0 to 3, got 4");
  CHECK(message({.parameters = 1e9, .layers = 4, .pipeline = 5}) ==
        "pipeline: expected 1 to 4, got 5");
  CHECK(message({.parameters = 1e9, .recompute = Recompute::nothing}) ==
        "heads: expected 1 to 1048576, got 0");
  CHECK(message({.parameters = 1e9, .data = 0}) == "data: expected 1 to 1048576, got 0");
  CHECK(message({.parameters = 1e9, .sequence = 4, .context = 8}) ==
        "context: expected 1 to 4, got 8");
  CHECK(message({.parameters = 1e9, .data = 4, .expert = 2}) ==
        "expert: expected 1 where expert_parameters are 0, got 2");
  CHECK(message({.parameters = 1e9, .data = 4, .expert = 8, .expert_parameters = 1e8}) ==
        "expert: expected 1 to 4, got 8");
  CHECK(message({.parameters = 1e9, .data = 4, .expert = 3, .expert_parameters = 1e8}) ==
        "expert: expected a divisor of data times context, got 3");
  CHECK(message({.parameters = 1e9, .expert_parameters = 6e8, .last_stage = 6e8})
            .starts_with("expert_parameters, first_stage and last_stage: expected 0 or more"));
  CHECK(message({.parameters = 1e9, .whole = NAN}) ==
        "whole and cut: expected bytes of a token, 0 to 1e15");
}

}  // TESTS_OF(core::scaling::memory)
