// The search: against asking for every tuple of numbers, and how many it tries.
#include "core/scaling/layouts.hpp"

#include <algorithm>
#include <tuple>

#include "tests/core/scaling/examples.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::scaling::layouts) {

using namespace loom;
using namespace loom::scaling;

namespace {

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
       {std::pair{llama_70b(), 64}, std::pair{llama_70b(), 96}, std::pair{mixture(), 48},
        std::pair{mixture(), 1}, std::pair{mixture(), 7}}) {
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
  CHECK(asked(mixture(), h100, 48, tried).size() > 100);  // the comparison compares something
}

TEST_CASE("layouts: nothing where the model or the cluster cannot be") {
  StepOptions o = llama_70b();
  o.model.parameters = 0;
  CHECK(fitting_layouts(o, h100, 8).tried == 0);
  CHECK(fitting_layouts(llama_70b(), h100, 0).tried == 0);
  CHECK(fitting_layouts(llama_70b(), {}, 8).fit == 0);
}

TEST_CASE("layouts: what does not fit is refused, and the nearest degree is not") {
  using Of = Misfit::Of;
  int named[6] = {};
  for (const StepOptions& example : {llama_70b(), mixture()}) {
    StepOptions o = example;
    TrainingOptions& m = o.model;
    for (m.data = 1; m.data <= 12; ++m.data)
      for (m.tensor = 1; m.tensor <= 8; ++m.tensor)
        for (m.pipeline = 1; m.pipeline <= 64; m.pipeline += 7)
          for (m.context = 1; m.context <= 128; m.context *= 4)
            for (m.expert = 1; m.expert <= std::min(10, 1 + o.routing.count); ++m.expert) {
              const auto found = misfit(o);
              const bool enough = m.context * least_context_tokens <= m.sequence;
              CHECK(!found == (enough && training_step(o, h100)));
              if (!found) continue;
              ++named[static_cast<int>(found->of)];
              StepOptions mended = o;
              TrainingOptions& fits = mended.model;
              int* const degrees[] = {&fits.pipeline, &fits.tensor, &fits.data,
                                      &fits.context,  &fits.expert, &fits.expert};
              CHECK(*degrees[static_cast<int>(found->of)] != found->nearest);
              *degrees[static_cast<int>(found->of)] = found->nearest;
              const auto next = misfit(mended);
              CHECK((!next || next->of > found->of));
            }
  }
  for (const Of of : {Of::layers, Of::width, Of::batch, Of::tokens, Of::experts, Of::copies})
    CHECK(named[static_cast<int>(of)] > 20);
}

// DeepSeek-V3's numbers, and clusters beyond all that exist: the time grows with what is tried
// (tools/bench simulators).
TEST_CASE("layouts: the largest search stays small") {
  StepOptions o = mixture();
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
