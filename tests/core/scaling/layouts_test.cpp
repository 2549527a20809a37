// The search: against asking for every tuple of numbers, and how many it tries.
#include "core/scaling/layouts.hpp"

#include <algorithm>
#include <tuple>

#include "tests/doctest.hpp"

TESTS_OF(core::scaling::layouts) {

using namespace loom;
using namespace loom::scaling;

namespace {

constexpr Cluster h100 = {.node = 8,
                          .memory = 80 * 1024. * 1024 * 1024,
                          .peak = 989e12,
                          .efficiency = 0.6,
                          .link = 450e9,
                          .network = 50e9};

StepOptions dense() {
  return {.model = {.parameters = 70.6e9, .layers = 80, .hidden = 8192, .sequence = 8192},
          .batch = 512,
          .chunks = 2};
}

StepOptions with_experts() {
  return {.model = {.parameters = 47e9,
                    .layers = 32,
                    .hidden = 4096,
                    .sequence = 4096,
                    .expert_parameters = 45e9},
          .batch = 96,
          .chunks = 2,
          .routing = {.count = 12, .active = 2, .layers = 32},
          .used = 13e9};
}

using Times = std::vector<std::tuple<double, double>>;  // seconds and bytes

// Asks training_step() about all tuples with as many GPUs.
Times asked(const StepOptions& options, const Cluster& cluster, int gpus, int& tried) {
  Times fit;
  tried = 0;
  StepOptions o = options;
  TrainingOptions& m = o.model;
  for (m.data = 1; m.data <= gpus; ++m.data)
    for (m.tensor = 1; m.data * m.tensor <= gpus && m.tensor <= cluster.node; ++m.tensor)
      for (m.pipeline = 1; m.data * m.tensor * m.pipeline <= gpus; ++m.pipeline)
        for (m.context = 1; m.context <= gpus; ++m.context) {
          if (m.data * m.tensor * m.pipeline * m.context != gpus) continue;
          if (m.sequence < m.context * least_context_tokens) continue;
          for (m.expert = 1; m.expert <= m.data * m.context; ++m.expert)
            for (m.zero = 0; m.zero <= (m.data * m.context > 1 ? 3 : 0); ++m.zero)
              for (const Recompute recompute : {Recompute::selective, Recompute::everything}) {
                m.recompute = recompute;
                const auto step = training_step(o, cluster);
                if (!step) continue;
                ++tried;
                if (step->memory.total() <= cluster.memory)
                  fit.emplace_back(step->seconds(), step->memory.total());
              }
        }
  std::sort(fit.begin(), fit.end());
  return fit;
}

}  // namespace

TEST_CASE("layouts: the search leaves nothing out, and puts the fastest first") {
  for (const auto& search :
       {std::pair{dense(), 64}, std::pair{dense(), 96}, std::pair{with_experts(), 48},
        std::pair{with_experts(), 1}, std::pair{with_experts(), 7}}) {
    const StepOptions& options = search.first;
    const int gpus = search.second;
    CAPTURE(gpus);
    int tried = 0;
    const Times all = asked(options, h100, gpus, tried);
    const FoundLayouts found = fitting_layouts(options, h100, gpus);
    CHECK(found.tried == tried);
    CHECK(found.fit == static_cast<int>(all.size()));
    REQUIRE(found.fastest.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const StepLayout& each = found.fastest[i];
      CHECK(std::tuple(each.step.seconds(), each.step.memory.total()) == all[i]);
      const auto step = training_step(each.options, h100);
      REQUIRE(step);
      CHECK(step->seconds() == each.step.seconds());
    }
    const FoundLayouts some = fitting_layouts(options, h100, gpus, 5);
    CHECK(some.fit == found.fit);
    REQUIRE(some.fastest.size() == std::min<std::size_t>(5, all.size()));
    for (std::size_t i = 0; i < some.fastest.size(); ++i)
      CHECK(some.fastest[i].step.seconds() == found.fastest[i].step.seconds());
  }
  int tried = 0;
  CHECK(asked(with_experts(), h100, 48, tried).size() > 100);  // the comparison compares something
}

TEST_CASE("layouts: nothing where the model or the cluster cannot be") {
  StepOptions o = dense();
  o.model.parameters = 0;
  CHECK(fitting_layouts(o, h100, 8).tried == 0);
  CHECK(fitting_layouts(dense(), h100, 0).tried == 0);
  CHECK(fitting_layouts(dense(), {}, 8).fit == 0);
}

// DeepSeek-V3's numbers, and clusters beyond all that exist: the time grows with what is tried
// (tools/bench simulators).
TEST_CASE("layouts: the largest search stays small") {
  StepOptions o = with_experts();
  o.model.layers = 61;
  o.model.sequence = 4096;
  o.batch = 15360;
  o.routing = {.count = 256, .active = 8, .layers = 58};
  int most = 0;
  for (int gpus = 1; gpus <= 1 << 20; gpus *= 2)
    most = std::max(most, fitting_layouts(o, h100, gpus, 256).tried);
  CHECK(most > 5000);
  CHECK(most < 20'000);
}

}  // TESTS_OF(core::scaling::layouts)
