// Which wires a training step uses: sums of two levels against one level, in many layouts.
#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

#include "core/scaling/training_step.hpp"
#include "tests/core/scaling/examples.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::scaling::training_step_wires) {

using namespace loom;
using namespace loom::scaling;

TEST_CASE("training step: which wires a group uses") {
  const auto wires = [](int data, int tensor, int pipeline) {
    const TrainingStep step = of({.model = {.parameters = 1e9,
                                            .layers = 16,
                                            .hidden = 1024,
                                            .data = data,
                                            .tensor = tensor,
                                            .pipeline = pipeline},
                                  .batch = 64});
    std::string text;
    for (const StepPart& part : {step.tensor, step.pipeline, step.data})
      text += part.network_bytes > 0 ? part.link_bytes > 0 ? 'b' : 'n'
              : part.link_bytes > 0  ? 'l'
                                     : '-';
    return text;  // tensor, pipeline, data: links, network, both
  };
  CHECK(wires(8, 1, 1) == "--l");
  CHECK(wires(16, 1, 1) == "--b");
  CHECK(wires(1, 8, 1) == "l--");
  CHECK(wires(2, 4, 2) == "lln");
  CHECK(wires(4, 2, 2) == "llb");
  CHECK(wires(1, 8, 2) == "ln-");
  CHECK(wires(16, 8, 1) == "l-n");
  CHECK(wires(1, 16, 1) == "b--");
}

// 64 GPUs in eight nodes: a reduce-scatter and a gather inside, and both along the rail.
TEST_CASE("training step: sums of two levels") {
  const TrainingStep step = of({.model = {.parameters = 7e9, .data = 64}, .batch = 64});
  CHECK(step.data.link_bytes == doctest::Approx(2 * 7. / 8 * 14e9));
  CHECK(step.data.network_bytes == doctest::Approx(2 * 7. / 8 * 14e9 / 8));
  CHECK(step.data.seconds ==
        doctest::Approx(2 * 7. / 8 * 14e9 / h100.link + 2 * 7. / 64 * 14e9 / h100.network));
  // Of experts, GPUs of two nodes have the same: eight of each.
  const StepOptions o{.model = {.parameters = 7e9,
                                .data = 64,
                                .tensor = 1,
                                .pipeline = 1,
                                .expert = 4,
                                .expert_parameters = 6.999e9},
                      .batch = 64,
                      .routing = {.count = 4, .active = 1, .layers = 1}};
  const TrainingStep experts = of(o);
  const double own = 2 * 6.999e9 / 4, rest = 2 * 1e6;
  CHECK(experts.data.link_bytes == doctest::Approx(2 * own / 2 + 2 * rest * 7 / 8));
  CHECK(experts.data.network_bytes == doctest::Approx(2 * own * 7 / 8 / 2 + 2 * rest * 7 / 64));
}

namespace {

// Layouts with 8 to 4,096 GPUs, whose degrees are powers of two or not.
std::vector<StepOptions> many_layouts() {
  std::vector<StepOptions> all;
  for (const int t : {1, 2, 3, 8, 16})
    for (const int p : {1, 2, 3, 16})
      for (const int c : {1, 2, 6, 16})
        for (const int e : {1, 2, 8, 48})
          for (const int d : {1, 2, 12, 64, 96})
            for (const int zero : {0, 2, 3}) {
              StepOptions o = mixture();
              o.routing.count = 48;
              o.batch = 192;
              o.model.hidden = 48 * 64;
              o.model.sequence = 48 * 64;
              o.model.zero = zero;
              o.model.tensor = t;
              o.model.pipeline = p;
              o.model.context = c;
              o.model.expert = e;
              o.model.data = d;
              if (d * c % e == 0 && t * p * c * d <= 4096) all.push_back(o);
            }
  return all;
}

}  // namespace

TEST_CASE("training step: two levels send as many bytes as one, and never take longer") {
  int faster = 0;
  for (const StepOptions& o : many_layouts()) {
    const TrainingOptions& m = o.model;
    const double t = m.tensor, c = m.context;
    const double inner = t * std::lcm(m.context, m.expert);
    CAPTURE(m.data);
    CAPTURE(t);
    CAPTURE(m.pipeline);
    CAPTURE(c);
    CAPTURE(m.expert);
    Cluster single = h100, one = h100;
    single.node = 1;     // all on the network
    one.node = 1 << 20;  // all in a node
    const TrainingStep network = of(o, single), link = of(o, one), step = of(o);
    // The network, if not all GPUs that are inside a group's span are in one node.
    const struct {
      StepPart step, network, link;
      double span;
    } parts[] = {{step.tensor, network.tensor, link.tensor, t},
                 {step.context, network.context, link.context, t * c},
                 {step.pipeline, network.pipeline, link.pipeline, inner * m.pipeline},
                 {step.data, network.data, link.data, t * c * m.pipeline * m.data}};
    for (const auto& part : parts) {
      CHECK(part.network.link_bytes == 0);
      CHECK(part.link.network_bytes == 0);
      CHECK(part.step.link_bytes >= 0);
      CHECK(part.step.network_bytes >= 0);
      const auto bytes = doctest::Approx(part.network.bytes()).epsilon(1e-12);
      CHECK(part.step.bytes() == bytes);
      CHECK(part.link.bytes() == bytes);
      const double before = part.span > h100.node ? part.network.seconds : part.link.seconds;
      CHECK(part.step.seconds <= before * (1 + 1e-12));
      CHECK(part.step.seconds >= part.link.seconds * (1 - 1e-12));
      faster += part.step.seconds < before * 0.999;
    }
    CHECK(step.seconds() <= network.seconds() * (1 + 1e-12));
    CHECK(step.seconds() >= link.seconds() * (1 - 1e-12));
    // A token goes at most once to each GPU that needs it, and to each node.
    CHECK(step.expert.link_bytes <= link.expert.bytes() * (1 + 1e-12));
    CHECK(step.expert.network_bytes <= network.expert.bytes() * (1 + 1e-12));
    CHECK(network.expert.bytes() == doctest::Approx(link.expert.bytes()));
  }
  CHECK(faster > 500);
}

TEST_CASE("training step: larger nodes never take longer") {
  for (const StepOptions& o : many_layouts()) {
    const TrainingOptions& m = o.model;
    const int numbers[] = {m.tensor, m.pipeline, m.context, m.expert, m.data};
    if (!std::all_of(std::begin(numbers), std::end(numbers),
                     [](int n) { return std::has_single_bit(static_cast<unsigned>(n)); }))
      continue;
    double before = 1e300;
    for (int node = 1; node <= 4096; node *= 2) {
      Cluster cluster = h100;
      cluster.node = node;
      const double seconds = of(o, cluster).seconds();
      CHECK(seconds <= before * (1 + 1e-12));
      before = seconds;
    }
  }
}

TEST_CASE("training step: GPUs of tensor parallelism may be more than a node has") {
  // Four GPUs share the experts, each in a node of its own: a token goes to no more than four.
  StepOptions o = mixture();
  o.model.tensor = 16;
  o.model.data = 4;
  o.model.expert = 4;
  const TrainingStep step = of(o);
  Cluster large = h100;
  large.node = 64;
  CHECK(step.expert.bytes() == doctest::Approx(of(o, large).expert.bytes()));
  CHECK(step.expert.link_bytes == 0);
}

}  // TESTS_OF(core::scaling::training_step_wires)
