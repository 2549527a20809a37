// The scene `where-math-runs`: sentences, table, and a picture that fits for every state.
#include <cmath>

#include "core/gemm/linear_layer.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::quantization::where_math_runs) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(where_math_runs());

const Parameter& parameter(std::string_view key) {
  for (const Parameter& each : subject.description().parameters)
    if (each.key == key) return each;
  return subject.description().parameters[0];
}

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const Choice& machine : parameter("machine").choices)
    for (const Choice& layer : parameter("layer").choices)
      for (const Choice& scheme : parameter("scheme").choices)
        for (const char* batch : {"1", "7", "64", "300", "512", "4096"})
          queries.push_back("machine=" + std::string(machine.value) +
                            "&layer=" + std::string(layer.value) +
                            "&scheme=" + std::string(scheme.value) + "&batch=" + batch);
  return queries;
}

}  // namespace

TEST_CASE("where-math-runs: the choices are those of the simulator, with math that is known") {
  for (const Choice& choice : parameter("machine").choices) {
    const device::Machine* machine = device::find_machine(choice.value);
    REQUIRE(machine);
    CHECK(choice.label == machine->name);
    CHECK(machine->sixteen.peak.known());
  }
  const std::span<const Choice> schemes = parameter("scheme").choices;
  REQUIRE(schemes.size() == gemm::schemes().size());
  for (size_t i = 0; i < schemes.size(); ++i) {
    CHECK(schemes[i].value == gemm::schemes()[i].id);
    CHECK(schemes[i].label == gemm::schemes()[i].name);
  }
}

TEST_CASE("where-math-runs: the numbers of its sentences") {
  CHECK(subject.metric("", "time") == 6.88896);
  CHECK(subject.metric_text("", "speedup") == "3.55");
  CHECK(subject.metric("", "ridge") == 62);
  subject.check_says("", {4096, 14336, 99.9});
  CHECK(subject.metric_text("batch=512", "time") == "60.8");
  subject.check_says("batch=512", {4096, 14336});
  CHECK(subject.metric_text("batch=512&scheme=w8a8", "time") == "30.4");
  CHECK(subject.metric_text("batch=512&scheme=w8a8", "speedup") == "2.00");
  subject.check_says("batch=512&scheme=w8a8", {4096, 14336});
  CHECK(subject.metric_text("batch=512&scheme=w4a4", "time") == "30.4");
  CHECK(subject.metric_text("batch=512&scheme=w4a4", "speedup") == "2.00");
  subject.check_says("batch=512&scheme=w4a4", {4096, 14336, 4});
  CHECK(subject.metric("batch=512&scheme=w4a4&machine=b200", "speedup") == 4);
  subject.check_says("batch=512&scheme=w4a4&machine=b200", {6.68, 4096, 14336});
  CHECK(subject.metric_text("scheme=w16a16&batch=64", "time") == "25.0");
  CHECK(subject.metric("scheme=w16a16&batch=64", "ridge") == 221);
  subject.check_says("scheme=w16a16&batch=64", {4096, 14336, 98});
}

TEST_CASE("where-math-runs: what W4A16 gains is gone where W16A16 is held up by math") {
  const int last = static_cast<int>(subject.metric("scheme=w16a16", "ridge"));
  const auto speedup = [](int batch) {
    return subject.metric("batch=" + std::to_string(batch), "speedup");
  };
  CHECK(speedup(1) > 3.5);
  CHECK(speedup(last - 2) > 1);
  CHECK(speedup(last) == 1);
  CHECK(speedup(4096) == 1);
  double before = 4;
  for (int batch = 1; batch <= 512; ++batch) {
    CHECK(speedup(batch) <= before);
    before = speedup(batch);
  }
}

TEST_CASE("where-math-runs: half the bits on both sides are twice the rate, a quarter four times") {
  CHECK(subject.metric("batch=512&scheme=w8a8", "speedup") == doctest::Approx(2).epsilon(0.1));
  CHECK(subject.metric("batch=512&scheme=w4a4&machine=b200", "speedup") ==
        doctest::Approx(4).epsilon(0.1));
}

TEST_CASE("where-math-runs: the table, beside what an H200 reached") {
  const Rows rows = subject.table("");
  REQUIRE(rows.size() == 13);
  CHECK(rows[0] == std::vector<std::string>{"1", "4.80", "17.0", "9.59", "17.1", "3.67", "6.32"});
  CHECK(rows[12] ==
        std::vector<std::string>{"4,096", "989", "989", "1,979", "1,979", "680", "1,281"});
  CHECK(subject.table("machine=b200")[0].size() == 5);
  CHECK(subject.table("layer=70b")[0].size() == 5);
}

TEST_CASE("where-math-runs: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("where-math-runs: a drag along the plot sets the batch that is under the line") {
  for (const char* query : {"batch=2", "batch=64", "batch=1024"}) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    float line = 0;
    for (const Mark& mark : painter.marks())
      if (mark.kind == Mark::Kind::line && mark.part == "batch")
        line = mark.box.x + mark.box.width / 2;
    int drags = 0, rows = 0;
    for (const Mark& spot : painter.of(Mark::Kind::hotspot)) {
      if (spot.action.kind == Action::Kind::drag_x) {
        ++drags;
        CHECK_FALSE(live::drag(spot.action, state, {line, 100}));  // it is that already
        const auto next = live::drag(spot.action, state, {spot.box.right(), 100});
        REQUIRE(next);
        CHECK(next->text == "4096");
      }
      if (spot.action.kind == Action::Kind::set)
        CHECK(spot.action.value == gemm::schemes()[static_cast<size_t>(rows++)].id);
    }
    CHECK(drags == 1);
    CHECK(rows == 4);
  }
}

TEST_CASE("where-math-runs: the longer bar of a scheme is the one that the sentence names") {
  for (const std::string& query : grid()) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    float memory = 0, math = 0;
    int row = -1, chosen = 0;
    while (gemm::schemes()[static_cast<size_t>(chosen)].id != state.values().text("scheme"))
      ++chosen;
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "times" || mark.kind != Mark::Kind::rect || mark.box.height > 8.5f) continue;
      if (mark.style.fill == Role::data && ++row == chosen) memory = mark.box.width;
      if (mark.style.fill == Role::compute && row == chosen) math = mark.box.width;
    }
    CHECK(row == 3);
    CAPTURE(query);
    if (std::abs(memory - math) > 0.5f)
      CHECK(contains(state.scene().status(0), "Memory is the limit;") == (memory > math));
  }
}

}  // TESTS_OF(web::scenes::quantization::where_math_runs)
