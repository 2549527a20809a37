// The scene `register-cliff`: sentences, table, and a picture that fits for every state.
#include <cmath>

#include "core/device/measured_h200.hpp"
#include "core/sm/spill.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::warps::register_cliff) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::register_cliff());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const device::Capability& capability : device::capabilities())
    for (const char* threads : {"1", "64", "100", "256", "544", "1024"})
      for (const char* registers : {"16", "64", "100", "255"})
        for (const char* shared : {"0", "32", "228"})
          for (const char* bound : {"0", "1", "3", "8", "32"})
            queries.push_back("gpu=" + std::string(capability.name) + "&threads=" + threads +
                              "&registers=" + registers + "&shared=" + shared + "&bound=" + bound);
  return queries;
}

}  // namespace

TEST_CASE("register-cliff: on the edge, one beyond, and where none is left") {
  CHECK(subject.metric("", "blocks") == 4);
  CHECK(subject.cell("", "64", "Warps") == "32");
  CHECK(subject.metric("", "occupancy") == 50);
  subject.check_says("", {3});
  CHECK(subject.metric("registers=65", "blocks") == 3);
  CHECK(subject.cell("registers=65", "80", "Warps") == "24");
  CHECK(subject.cell("registers=65", "32", "Warps") == "64");
  CHECK(subject.metric("registers=65", "occupancy") == 37.5);
  CHECK(subject.metric("registers=65", "cliff") == 80);
  subject.check_says("registers=65", {2});
  CHECK(subject.metric("registers=200", "blocks") == 1);
  CHECK(subject.cell("registers=200", "32", "Warps") == "64");
  CHECK(subject.metric("registers=200", "occupancy") == 12.5);
  CHECK(subject.metric("registers=200", "cliff") == 255);
  subject.check_says("registers=200", {8});
  CHECK(subject.metric("threads=1024&registers=64", "cliff") == 64);
  CHECK(subject.metric("threads=1024&registers=64", "blocks") == 1);
  CHECK(subject.cell("threads=1024&registers=64", "64", "Warps") == "32");
  CHECK(subject.metric("threads=1024&registers=64", "occupancy") == 50);
}

TEST_CASE("register-cliff: what a launch bound spills, and what it cost an H200") {
  CHECK(subject.metric("registers=104&bound=3", "blocks") == 3);
  CHECK(subject.cell("registers=104&bound=3", "80", "Warps") == "24");
  CHECK(subject.cell("registers=104&bound=3", "32", "Warps") == "64");
  CHECK(subject.metric("registers=104&bound=3", "occupancy") == 37.5);
  CHECK(subject.cell("registers=104&bound=3", "128", "Time on an H200") == "6.7");
  CHECK(subject.metric("registers=104&bound=3", "time") == 73.6828);
  CHECK(subject.cell("registers=104&bound=3", "80", "Spilled on an H200") == "168");
  subject.check_says("registers=104&bound=3", {72, 248, 96});
  CHECK(subject.metric("registers=65&bound=4&gpu=8.0", "blocks") == 4);
  CHECK(subject.metric("registers=65&bound=4&gpu=8.0", "cliff") == 64);
  CHECK(subject.metric("registers=65&bound=4&gpu=8.0", "spilled") == 4);
  CHECK(subject.cell("registers=65&bound=4&gpu=8.0", "64", "Warps") == "32");
  CHECK(subject.cell("registers=65&bound=4&gpu=8.0", "32", "Warps") == "64");
  CHECK(subject.metric("registers=65&bound=4&gpu=8.0", "occupancy") == 50);
  subject.check_says("registers=65&bound=4&gpu=8.0", {1, 184});
  CHECK(subject.metric("registers=40&bound=3", "cliff") == 40);
  CHECK(subject.metric("registers=40&bound=3", "blocks") == 6);
  CHECK(subject.cell("registers=40&bound=3", "40", "Warps") == "48");
  CHECK(subject.cell("registers=40&bound=3", "32", "Warps") == "64");
  CHECK(subject.metric("registers=40&bound=3", "occupancy") == 75);
  subject.check_says("registers=40&bound=3", {80, 5});
  CHECK(subject.metric("registers=40&bound=9", "cliff") == 40);
  CHECK(subject.metric("registers=40&bound=9", "blocks") == 6);
  CHECK(subject.cell("registers=40&bound=9", "40", "Warps") == "48");
  CHECK(subject.cell("registers=40&bound=9", "32", "Warps") == "64");
  CHECK(subject.metric("registers=40&bound=9", "occupancy") == 75);
  subject.check_says("registers=40&bound=9", {5});
  CHECK(subject.metric("registers=104&bound=3", "spilled") == 96);
  CHECK(subject.metric("registers=104&bound=3", "time") == device::h200::spill_runs[2].ms);
  CHECK(subject.metric("", "cliff") == 64);
  CHECK(subject.metric("registers=104&bound=3", "cliff") == 80);
  // The measured time says nothing about another kernel.
  for (const char* query : {"", "bound=3&gpu=10.0", "bound=3&threads=128", "bound=3&shared=8"})
    for (const Metric& metric : subject.load(query).scene().metrics()) CHECK(metric.key != "time");
}

TEST_CASE("register-cliff: the table has every plateau, with what an H200 took") {
  CHECK(subject.table("") == Rows{{"32", "8", "64", "100%", "408", "171.0"},
                                  {"40", "6", "48", "75%", "368", "162.5"},
                                  {"48", "5", "40", "62.5%", "336", "129.9"},
                                  {"64", "4", "32", "50%", "272", "100.9"},
                                  {"80", "3", "24", "37.5%", "168", "73.7"},
                                  {"128", "2", "16", "25%", "0", "6.7"},
                                  {"255", "1", "8", "12.5%", "–", "–"}});
  CHECK(subject.load("").scene().table().columns.size() == 6);
  CHECK(subject.load("gpu=8.0").scene().table().columns.size() == 4);
  CHECK(subject.table("gpu=7.5&threads=1024") ==
        Rows{{"64", "1", "32", "100%"}, {"255", "0", "0", "0%"}});
}

TEST_CASE("register-cliff: plateaus agree with asking about every register count") {
  for (const char* query : {"", "gpu=12.0&threads=96", "gpu=7.5&threads=544&shared=20"}) {
    const State state = subject.load(query);
    sm::Kernel kernel = {.threads = state.values().integer("threads")};
    kernel.dynamic_shared = static_cast<int>(state.values().real("shared") * 1024);
    const device::Capability& capability = *device::find_capability(state.values().text("gpu"));
    const Rows rows = scenes::shown(state.scene().table());
    size_t row = 0;
    for (kernel.registers = 16; kernel.registers <= 255; ++kernel.registers) {
      if (kernel.registers > std::stoi(rows[row][0])) ++row;
      REQUIRE(row < rows.size());
      CHECK(rows[row][1] == integer(sm::occupancy(capability, kernel)->blocks));
    }
    CHECK(row + 1 == rows.size());
  }
}

TEST_CASE("register-cliff: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE(
    "register-cliff: the curve steps where blocks are lost, the plot drags to its registers") {
  const State state = subject.load("");
  const RecordingPainter painter = record(state.scene(), {});
  const auto spots = painter.of(Mark::Kind::hotspot);
  int plateaus = 0;
  for (const Mark& spot : spots) {
    if (spot.action.kind != Action::Kind::drag_x) continue;
    ++plateaus;
    // A plateau's right edge is half a register beyond the last one that it holds.
    const Action& drag = spot.action;
    const float per_register =
        (drag.to_px - drag.from_px) / static_cast<float>(drag.to_value - drag.from_value);
    const float last = static_cast<float>(drag.from_value) +
                       (spot.box.right() - drag.from_px) / per_register - 0.5f;
    CHECK(contains(spot.text, "to " + integer(std::lround(last)) + " registers"));
  }
  CHECK(plateaus == static_cast<int>(state.scene().table().rows.size()));
}

TEST_CASE("register-cliff: measured bars are as long as their times, and set their bound") {
  for (float width : {narrow_width, wide_width}) {
    const RecordingPainter painter = record(subject.load("").scene(), {.width = width});
    std::vector<float> bars;
    int rows = 0;
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "measured") continue;
      if (mark.kind == Mark::Kind::rect) bars.push_back(mark.box.width);
      if (mark.kind != Mark::Kind::hotspot) continue;
      CHECK(mark.action.key == "bound");
      CHECK(mark.action.value == std::to_string(++rows));
    }
    REQUIRE(bars.size() == std::size(device::h200::spill_runs));
    for (size_t i = 0; i < bars.size(); ++i)
      CHECK(static_cast<double>(bars[i] / bars[7]) ==
            doctest::Approx(device::h200::spill_runs[i].ms / device::h200::spill_runs[7].ms)
                .epsilon(0.001));
  }
}

}  // TESTS_OF(web::scenes::warps::register_cliff)
