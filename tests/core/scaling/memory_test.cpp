// Memory of training: against ZeRO's published table, and the sums of the activations' parts,
// tensor by tensor.
#include "core/scaling/memory.hpp"

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
}

}  // TESTS_OF(core::scaling::memory)
