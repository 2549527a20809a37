// The scene `copy-pipeline`: tables and sentences, and a picture that fits for every state.
#include "core/gemm/copy_pipeline.hpp"

#include <algorithm>
#include <string>

#include "core/gemm/measured_pipeline.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::copy_pipeline) {

using namespace loom;
using namespace loom::scene;

namespace {

const scenes::Subject subject(scenes::copy_pipeline());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* stages : {"mode=synchronous", "stages=1", "stages=2", "stages=3", "stages=6"})
    for (const char* tiles : {"4", "8", "32"})
      for (const char* latency : {"100", "400", "1500"})
        for (const char* interval : {"10", "100", "1000"})
          for (const char* compute : {"10&issue=300", "150", "500&issue=20"})
            queries.push_back(std::string(stages) + "&tiles=" + tiles + "&latency=" + latency +
                              "&interval=" + interval + "&compute=" + compute);
  return queries;
}

}  // namespace

TEST_CASE("copy-pipeline: the default's table and sentence") {
  const scenes::Rows rows = subject.table("");
  CHECK(subject.columns() ==
        std::vector<std::string>{"Tile", "Copy start", "Copy end", "Math start", "Math end"});
  REQUIRE(rows.size() == 8);
  CHECK(rows[0] == std::vector<std::string>{"0", "0", "400", "400", "550"});
  CHECK(rows[1] == std::vector<std::string>{"1", "400", "800", "800", "950"});
  CHECK(rows[7] == std::vector<std::string>{"7", "2,800", "3,200", "3,200", "3,350"});
  CHECK(subject.metric_text("", "speedup") == "1.31");
  CHECK(subject.metric_text("", "busy") == "35.8");
  subject.check_says("", {1, 4});
  CHECK(subject.load("").query() == "");
}

TEST_CASE("copy-pipeline: other sentences") {
  CHECK(subject.metric("mode=synchronous", "total") == 4400);
  CHECK(subject.metric_text("mode=synchronous", "busy") == "27.3");
  CHECK(subject.metric("mode=synchronous", "fill") == 400);
  CHECK(subject.metric("stages=1", "total") == 4400);
  CHECK(subject.metric_text("stages=1", "busy") == "27.3");
  subject.check_says("stages=1", {4});
  CHECK(subject.metric("stages=3", "total") == 1900);
  CHECK(subject.metric_text("stages=3", "speedup") == "2.32");
  CHECK(subject.metric_text("stages=3", "busy") == "63.2");
  CHECK(subject.metric("stages=3", "fill") == 400);
  subject.check_says("stages=3", {2, 4});
  CHECK(subject.metric("stages=4", "total") == 1600);
  CHECK(subject.metric("stages=4", "speedup") == 2.75);
  CHECK(subject.metric("stages=4", "busy") == 75);
  CHECK(subject.metric("stages=4", "fill") == 400);
  CHECK(subject.metric("stages=4&interval=200", "total") == 1950);
  CHECK(subject.metric_text("stages=4&interval=200", "speedup") == "2.26");
  CHECK(subject.metric_text("stages=4&interval=200", "busy") == "61.5");
  CHECK(subject.metric("stages=4&interval=200", "drain") == 150);
  for (const std::string interval : {"", "&interval=200"})  // more buffers add nothing
    CHECK(subject.metric("stages=6" + interval, "total") ==
          subject.metric("stages=4" + interval, "total"));
  subject.check_says("step=0", {8, 1});
  subject.check_says("stages=6&tiles=4&step=0", {4});
  subject.check_says("step=2", {1, 800, 950, 250, 31.6});
  subject.check_says("stages=4&step=2", {1, 550, 700, 42.9});
}

TEST_CASE("copy-pipeline: the time of issuing that its control names is the measured one") {
  const std::string help =
      "about " + std::to_string(gemm::measured_pipelines[0].issue) + " for 16 KB on an H200.";
  int told = 0;
  for (const Parameter& parameter : subject.description().parameters)
    told += scenes::contains(std::string(parameter.help), help);
  CHECK(told == 1);
}

TEST_CASE("copy-pipeline: what an H200 took stands beside what is simulated") {
  CHECK(subject.metric("stages=3&latency=459&interval=173&compute=312&issue=173", "total") == 3993);
  CHECK(subject.metric_text("stages=3&latency=459&interval=173&compute=312&issue=173", "speedup") ==
        "1.54");
  CHECK(subject.metric_text("stages=3&latency=459&interval=173&compute=312&issue=173", "busy") ==
        "62.5");
  subject.check_says("stages=3&latency=459&interval=173&compute=312&issue=173", {4047});
  CHECK(subject.status("stages=3&latency=459&interval=173&compute=313&issue=173").find("H200") ==
        std::string::npos);
  int presets = 0;
  for (const Preset& preset : subject.description().presets) {
    const State state = subject.load(std::string(preset.query));
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    const auto marks = painter.marks();
    const bool shown = std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
      return mark.text == "| measured on H200";
    });
    CHECK(shown == (preset.label.find("H200") != std::string_view::npos));
    CHECK(shown == (state.scene().status(state.step()).find(" on an H200)") != std::string::npos));
    presets += shown;
  }
  CHECK(presets == 3);
  const std::vector<Mark> spots =
      record(subject.load("stages=3&latency=459&interval=173&compute=312&issue=173").scene(),
             {.step = 8})
          .of(Mark::Kind::hotspot);
  CHECK(std::any_of(spots.begin(), spots.end(), [](const Mark& mark) {
    return mark.text == "2 stages: 4,166 cycles; an H200 took 4,560";
  }));
}

TEST_CASE("copy-pipeline: no line of the totals goes through a number") {
  int passed = 0;  // numbers right of the line
  for (const std::string& query : grid())
    for (float width : {narrow_width, wide_width}) {
      const State state = subject.load(query);
      const std::vector<Mark> marks =
          record(state.scene(), {.width = width, .step = state.scene().steps()}).marks();
      const auto all = std::find_if(marks.begin(), marks.end(),
                                    [](const Mark& mark) { return mark.text == "100%"; });
      REQUIRE(all != marks.end());
      float line = 0;  // the last of the axis above its label
      for (const Mark& mark : marks)
        if (mark.kind == Mark::Kind::line && mark.style.stroke == Role::grid &&
            mark.box.height > 50 && mark.box.y < all->box.y && mark.box.bottom() > all->box.y - 20)
          line = std::max(line, mark.box.center().x);
      REQUIRE(line > all->box.x);
      for (const Mark& mark : marks) {
        const bool number = mark.kind == Mark::Kind::text && mark.part == "totals" &&
                            mark.text.find_first_not_of("0123456789,") == std::string::npos;
        if (!number || mark.box.bottom() > all->box.y) continue;
        INFO(query, " at ", width, ": ", mark.text);
        CHECK((mark.box.right() < line || mark.box.x > line));
        passed += mark.box.x > line;
      }
    }
  CHECK(passed > 100);
}

TEST_CASE("copy-pipeline: metrics") {
  CHECK(subject.metric("", "total") == 3350);
  CHECK(subject.metric("", "busy") == doctest::Approx(100.0 * 1200 / 3350));
  CHECK(subject.metric("", "speedup") == doctest::Approx(4400.0 / 3350));
  CHECK(subject.metric("", "fill") == 400);
  CHECK(subject.metric("stages=4", "drain") ==
        200);  // the last copy starts with the math of tile 4, at 1000
  CHECK(subject.metric("mode=synchronous", "speedup") == 1);
}

TEST_CASE("copy-pipeline: values out of range are refused with the range") {
  State state(subject.description());
  CHECK(state.set("stages", "7")->message ==
        "'Stages': got '7', expected a whole number from 1 to 6");
  CHECK(state.set("tiles", "3"));
  CHECK(state.set("latency", "99"));
  CHECK(state.set("interval", "1001"));
  CHECK(state.set("issue", "301"));
  CHECK(state.set("mode", "tma"));
  CHECK(state.query() == "");
}

TEST_CASE("copy-pipeline: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 16);
}

TEST_CASE(
    "copy-pipeline: math is as long in the picture as in the simulator, and buffers hold one tile "
    "at a time") {
  for (const std::string& query : grid()) {
    // Marks are at least a pixel wide.
    if (query.find("tiles=8") == std::string::npos || subject.metric(query, "busy") < 1.5) continue;
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    float math = 0, plot = 0;
    std::vector<Rect> tenants;
    for (const Mark& mark : painter.marks()) {
      if (mark.part == "math" && mark.kind == Mark::Kind::hotspot) plot = mark.box.width;
      if (mark.part == "math" && mark.kind == Mark::Kind::rect && mark.box.height == 24 &&
          mark.style.fill == Role::compute)
        math += mark.box.width;
      if (mark.part == "copies" && mark.kind == Mark::Kind::hotspot) tenants.push_back(mark.box);
    }
    CAPTURE(query);
    CHECK(static_cast<double>(math / plot) ==
          doctest::Approx(subject.metric(query, "busy") / 100).epsilon(0.001));
    CHECK(tenants.size() == 8);
    bool apart = true;
    for (size_t i = 0; i < tenants.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        apart =
            apart && (tenants[i].y != tenants[j].y || tenants[i].x >= tenants[j].right() - 0.01f ||
                      tenants[j].x >= tenants[i].right() - 0.01f);
    CHECK(apart);
  }
}

// Total cycles do not depend on how far a reader has stepped, and have one scale in all states: the
// synchronous loop is as long as the axis, and what takes longer is cut there.
TEST_CASE("copy-pipeline: totals are totals at every step, as shares of the synchronous loop") {
  for (const std::string& query : tried(grid())) {
    const State state = subject.load(query);
    for (int step : {0, 1, state.scene().steps()}) {
      std::vector<double> bars;
      for (const Mark& mark : record(state.scene(), {.step = step}).of(Mark::Kind::rect))
        if (mark.part == "totals" && mark.style.fill == Role::compute)
          bars.push_back(static_cast<double>(mark.box.width));
      REQUIRE(bars.size() == 7);
      for (int stages = 1; stages <= 6; ++stages) {
        const std::string other = query + "&mode=cp.async&stages=" + std::to_string(stages);
        State chosen = subject.load(query);
        REQUIRE(!chosen.merge("mode=cp.async&stages=" + std::to_string(stages)));
        const double speedup = [&] {
          for (const Metric& metric : chosen.scene().metrics())
            if (metric.key == "speedup") return metric.value;
          return 0.;
        }();
        CAPTURE(other);
        CHECK(bars[static_cast<size_t>(stages)] ==
              doctest::Approx(bars[0] / std::max(1., speedup)).epsilon(0.01));
      }
      static double longest = bars[0];
      CHECK(bars[0] == doctest::Approx(longest));
    }
  }
}

TEST_CASE("copy-pipeline: clicking a total chooses it") {
  for (const char* query : {"", "mode=synchronous"}) {
    State state = subject.load(query);
    const std::vector<Mark> spots =
        record(state.scene(), {.step = state.step()}).of(Mark::Kind::hotspot);
    const auto click = [&](const std::string& name) {
      const auto found = std::find_if(spots.begin(), spots.end(), [&](const Mark& mark) {
        return mark.text.rfind(name + ": ", 0) == 0;
      });
      REQUIRE(found != spots.end());
      REQUIRE(!state.set(found->action.key, found->action.value));
    };
    click("4 stages");
    CHECK(state.values().text("mode") == "cp.async");
    if (*query == 0) CHECK(state.values().integer("stages") == 4);
    click("synchronous");
    CHECK(state.values().text("mode") == "synchronous");
  }
}

}  // TESTS_OF(web::scenes::machine::copy_pipeline)
