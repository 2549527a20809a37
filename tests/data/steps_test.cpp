// The traces that the figures show, against the recording itself.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/trace/recorded_steps.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::steps) {

using namespace loom;
using namespace loom::trace;
using loom::test::Json;

namespace {

const Json& recording() {
  static const Json all = test::recorded("h200/steps.json");
  return all;
}

bool near_ns(Ticks ticks, const Json& ns) {
  return std::fabs(static_cast<double>(ticks) * 1000 * tick_us - ns.get<double>()) <= 32;
}

}  // namespace

TEST_CASE("steps: what the figures draw is what was recorded, to a tick") {
  const Json& steps = recording()["steps"];
  REQUIRE(steps.size() == recorded_steps().size());
  for (size_t i = 0; i < steps.size(); ++i) {
    const RecordedStep& step = recorded_steps()[i];
    CHECK(steps[i]["task"].get<std::string>() == step.task);
    CHECK(steps[i]["batch"] == step.batch);
    CHECK(steps[i]["way"].get<std::string>() == step.way);
    CHECK(steps[i]["step_us"] == step.step_us);
    const Trace trace = trace_of(step);
    const Json &work = steps[i]["work"], &host = steps[i]["host"];
    REQUIRE(work.size() == trace.work.size());
    REQUIRE(host.size() == trace.host.size());
    bool same = true;
    for (size_t k = 0; k < work.size(); ++k) {
      const Work& drawn = trace.work[k];
      same = same && near_ns(drawn.call.start, work[k][0]) &&
             near_ns(drawn.call.end - drawn.call.start, work[k][1]) &&
             near_ns(drawn.run.start, work[k][2]) &&
             near_ns(drawn.run.end - drawn.run.start, work[k][3]);
    }
    for (size_t k = 0; k < host.size(); ++k) {
      const Span& drawn = trace.host[k].span;
      same =
          same && near_ns(drawn.start, host[k][0]) && near_ns(drawn.end - drawn.start, host[k][1]);
      const std::string name = recording()["names"][host[k][2].get<size_t>()];
      same = same && name.ends_with(operation_name(trace.host[k].name));
    }
    CHECK_MESSAGE(same, step.task << " " << step.batch << " " << step.way);
  }
}

// The H200 ran one piece after another, so that their lengths add up.
TEST_CASE("steps: the GPU is as busy as its work is long") {
  for (const Json& step : recording()["steps"]) {
    double ns = 0;
    for (const Json& work : step["work"]) ns += work[3].get<double>();
    const Account found = account(trace_of(*find_step(
        step["task"].get<std::string>(), step["batch"], step["way"].get<std::string>())));
    CHECK(static_cast<double>(found.busy()) * 1000 * tick_us == doctest::Approx(ns).epsilon(0.002));
    CHECK(found.pieces == static_cast<int>(step["work"].size()));
  }
}

TEST_CASE("steps: kernels are of the kind that their names tell") {
  const auto kinds = [](std::string_view task, int batch, std::string_view way, Cause kind) {
    std::vector<std::string> names;
    for (const Work& work : trace_of(*find_step(task, batch, way)).work)
      if (work.kind == kind) names.emplace_back(kernel_name(work.name));
    return names;
  };
  // Eight layers of four products, one of them in two kernels, and the head.
  CHECK(kinds("decode", 1, "eager", Cause::product).size() == 8 * 5 + 1);
  for (const std::string& name : kinds("train", 32, "compiled", Cause::elementwise))
    CHECK_MESSAGE(
        (name.find("gemm") == std::string::npos && name.find("nvjet") == std::string::npos &&
         name.find("Memcpy") == std::string::npos),
        name);
  CHECK(kinds("train", 8, "eager", Cause::optimizer).size() == 9);
  CHECK(kinds("train", 8, "one by one", Cause::optimizer).size() == 408);
  CHECK(find_step("train", 8, "graph") == nullptr);
}

}  // TESTS_OF(data::steps)
