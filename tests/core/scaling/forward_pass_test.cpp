// A forward pass: by hand, and against layers of Llama that ran on two H200s.
#include "core/scaling/forward_pass.hpp"

#include <algorithm>
#include <cmath>

#include "core/device/links.hpp"
#include "core/scaling/measured_layers.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::scaling::forward_pass) {

using namespace loom;
using namespace loom::scaling;

namespace {

// As the scene `parallelism` has them: an H200 at 60% of its peak.
const Cluster pair = {.peak = 989e12,
                      .efficiency = 0.6,
                      .link = device::nvlink4.bytes_per_second(),
                      .network = device::nvlink4.bytes_per_second()};

double seconds(const StepOptions& options, const Cluster& cluster = pair) {
  const auto found = forward_pass(options, cluster);
  REQUIRE(found);
  return *found;
}

StepOptions layer(const h200::SplitLayerRun& run, int tensor) {
  return {.model = {.parameters = run.weights,
                    .hidden = run.hidden,
                    .tensor = tensor,
                    .sequence = run.tokens}};
}

StepOptions layers(const h200::StagesRun& run, int stages) {
  // The layers of the recording are those of its first split layer.
  return {.model = {.parameters = h200::split_layer_runs[0].weights * run.layers,
                    .layers = run.layers,
                    .hidden = run.hidden,
                    .pipeline = stages,
                    .sequence = run.tokens},
          .batch = run.microbatches};
}

}  // namespace

TEST_CASE("by hand: products, two all-reduces a layer, a bubble and a send for each microbatch") {
  const Cluster unit = {.peak = 1e12, .efficiency = 0.5, .link = 1e9, .network = 1e9};
  StepOptions options = {.model = {.parameters = 1e6, .layers = 2, .hidden = 64, .sequence = 128},
                         .batch = 3};
  // Weights, and causal attention: half of 2 · 2 · 128 · 64 for each token and layer.
  const double products = 3 * 128 * (2e6 + 2. * 2 * 64 * 128) / 0.5e12;
  CHECK(seconds(options, unit) == doctest::Approx(products).epsilon(1e-12).scale(0));
  const double between = 2. * 128 * 64;
  options.model.tensor = 4;
  CHECK(seconds(options, unit) ==
        doctest::Approx(products / 4 + 3 * 2 * 2 * (2 * 3. / 4) * between / 1e9)
            .epsilon(1e-12)
            .scale(0));
  options.model.tensor = 1;
  options.model.pipeline = 2;
  CHECK(seconds(options, unit) ==
        doctest::Approx(products / 2 * (3 + 1) / 3 + 3 * between / 1e9).epsilon(1e-12).scale(0));
}

TEST_CASE("a forward pass computes nothing again") {
  StepOptions options = layer(h200::split_layer_runs[0], 1);
  options.model.recompute = Recompute::everything;
  CHECK_FALSE(forward_pass(options, pair));
}

// The model knows no latency and no kernel, only 60% of the peak and the rate of the wires.
TEST_CASE("a layer cut over two H200s: within 15% of what it took, from 2,048 tokens on") {
  double worst = 0, short_of = 0;
  for (const h200::SplitLayerRun& run : h200::split_layer_runs) {
    CAPTURE(run.hidden);
    CAPTURE(run.tokens);
    const double error = seconds(layer(run, 2)) / (run.split_us * 1e-6) - 1;
    if (run.tokens >= 2048) {
      worst = std::max(worst, std::abs(error));
      CHECK(std::abs(error) < 0.15);
      CHECK(std::abs(seconds(layer(run, 1)) / (run.whole_us * 1e-6) - 1) < 0.2);
    } else {
      short_of = std::min(short_of, error);
    }
  }
  CHECK(worst > 0.02);
  CHECK(short_of < -0.3);  // latencies decide there, and are not in the model
}

TEST_CASE(
    "a pipeline of two H200s: within 16% of what it took, and better with more microbatches") {
  double before = 1;
  for (const h200::StagesRun& run : h200::stages_runs) {
    CAPTURE(run.microbatches);
    const double error = seconds(layers(run, 2)) / (run.stages_us * 1e-6) - 1;
    CHECK(std::abs(error) < 0.16);
    CHECK(std::abs(error) < before + 0.01);
    before = std::abs(error);
  }
  CHECK(before < 0.03);
}

// Without the model's share of the peak: half of what one GPU took, and the bubble.
TEST_CASE("the bubble of two stages is that of the closed form, within 9%") {
  for (const h200::StagesRun& run : h200::stages_runs) {
    CAPTURE(run.microbatches);
    const double expected = run.whole_us / 2 * (run.microbatches + 1) / run.microbatches;
    CHECK(run.stages_us / expected == doctest::Approx(1).epsilon(0.12).scale(0));
  }
}

}  // TESTS_OF(core::scaling::forward_pass)
