// The scene `flash-schedule`: sentences, bars as long as the work, speeds against their bounds.
#include <algorithm>

#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scene/seal.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::flash::flash_schedule) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(flash_schedule());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* version :
       {"1", "2", "3", "4", "4&emulated=0&rescaled=0", "4&emulated=100&rescaled=100"})
    for (const char* chip : {"h100", "b200"})
      for (const char* more : {"", "&blocks=2&size=32&keys=256", "&blocks=12&size=256&keys=32"})
        queries.push_back("version=" + std::string(version) + "&chip=" + chip + more);
  return queries;
}

}  // namespace

TEST_CASE("flash-schedule: the numbers of its sentences") {
  CHECK(subject.metric_text("", "tflops") == "857");
  CHECK(subject.metric_text("", "share") == "86.6");
  CHECK(subject.metric_text("", "tensor") == "86.6");
  CHECK(subject.cell("", "FlashAttention-3", "Published") == "740");
  CHECK(subject.cell("", "FlashAttention-3", "Above") == "16%");
  CHECK(subject.metric_text("version=4&chip=b200&emulated=0", "tflops") == "1568");
  CHECK(subject.metric_text("version=4&chip=b200&emulated=0", "share") == "69.7");
  CHECK(subject.metric_text("version=4&chip=b200&emulated=0", "tensor") == "69.7");
  subject.check_says("version=4&chip=b200&emulated=0", {1613});
  CHECK(subject.metric_text("chip=b200", "tflops") == "1202");
  CHECK(subject.metric_text("chip=b200", "share") == "53.4");
  CHECK(subject.metric_text("chip=b200", "copies") == "98.5");
  subject.check_says("version=4&chip=b200&emulated=0&blocks=5&step=2", {2, 5, 7457, 55});
}

TEST_CASE("flash-schedule: no version is faster than its units") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const bool b200 = contains(query, "b200");
    const double peak = b200 ? 2250 : 989.4, tflops = subject.metric(query, "tflops"),
                 size = contains(query, "size=32")    ? 32
                        : contains(query, "size=256") ? 256
                                                      : 128;
    CHECK(subject.metric(query, "share") == doctest::Approx(100 * tflops / peak));
    // 4 · size operations a score, and one exponential at 16 a cycle; only version 4 has others.
    const double tensor = b200 ? 8192 : 4096;
    if (!contains(query, "version=4"))
      CHECK(tflops <= peak * std::min(1.0, 4 * size * 16 / tensor) * 1.001);
    // 62.9% of an H100's rate, with the synchronous instructions.
    const double older = b200 ? 0.629 / 2 : 0.629;
    if (contains(query, "version=1") || contains(query, "version=2"))
      CHECK(tflops <= older * 1.001 * peak);
    // Busy shares and speed tell the same: products' cycles are 4 · 128² · size / tensor a step.
    const double synchronous =
        contains(query, "version=1") || contains(query, "version=2") ? older : 1;
    CHECK(subject.metric(query, "tensor") * synchronous ==
          doctest::Approx(100 * tflops / peak).epsilon(0.001));
  }
}

TEST_CASE("flash-schedule: what shows version 3's share of the time in other states is covered") {
  Seal seal;
  seal.ask(*asked_of(subject.load("version=3"), "tensor"));
  for (const char* query : {"version=1&blocks=4", "version=2", "version=4", "blocks=5"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    CHECK(lists(seal.parts(state), "speeds"));
    for (const char* column : {"Tensor cores", "At most", "Above"})
      CHECK(lists(seal.columns(state), column));
  }
}

TEST_CASE("flash-schedule: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 3);
  subject.check_one_height(grid());
}

TEST_CASE("flash-schedule: units overlap in the picture as they do in the numbers") {
  // Of two times as much work on the tensor cores as on the exponentials, bars twice as long.
  const State state = subject.load("blocks=12");
  const RecordingPainter painter = record(state.scene(), {.step = 12});
  float tensor = 0, exponentials = 0;
  for (const Mark& mark : painter.marks()) {
    if (mark.part != "lanes" || mark.kind != Mark::Kind::rect || mark.box.height < 20) continue;
    if (mark.style.fill != Role::compute && mark.style.fill != Role::lane) continue;
    const int lane = static_cast<int>((mark.box.y - 28) / 30);
    if (lane == 1) tensor += mark.box.width;
    if (lane == 2) exponentials += mark.box.width;
  }
  CHECK(tensor / exponentials == doctest::Approx(2).epsilon(0.02));
}

TEST_CASE("flash-schedule: the timeline can be dragged, and versions clicked") {
  int drags = 0, clicks = 0;
  const State state = subject.load("");
  const RecordingPainter painter = record(state.scene(), {.step = 3});
  for (const Mark& mark : painter.of(Mark::Kind::hotspot)) {
    drags += mark.action.kind == Action::Kind::drag_x && mark.action.key == "step";
    clicks += mark.action.kind == Action::Kind::set && mark.action.key == "version";
  }
  CHECK(drags == 1);
  CHECK(clicks == 4);
}

}  // TESTS_OF(web::scenes::flash::flash_schedule)
