// The scene `warp-scheduler`: tables and sentences, and a picture that fits for every state.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/device/measured_h200.hpp"
#include "core/sm/scheduler.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::warps::warp_scheduler) {

using namespace loom;
using namespace loom::scene;

namespace {

const scenes::Subject subject(scenes::warp_scheduler());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* warps : {"1", "2", "4", "9", "15", "16"})
    for (const char* latency : {"20", "100", "400", "800"})
      for (const char* between : {"1", "8", "32"})
        for (const char* loads : {"1", "3", "8"})
          for (const char* policy : {"round-robin", "greedy"})
            queries.push_back(std::string("warps=") + warps + "&latency=" + latency +
                              "&between=" + between + "&loads=" + loads + "&policy=" + policy);
  for (const Preset& preset : subject.description().presets)  // with measurements
    for (const char* warps : {"1", "8", "12", "16"})
      queries.push_back("warps=" + std::string(warps) + "&" +
                        std::string(preset.query)
                            .substr(std::min(preset.query.size(), preset.query.find('&') + 1)));
  return queries;
}

}  // namespace

TEST_CASE("warp-scheduler: the default's table and sentence") {
  CHECK(subject.columns() == std::vector<std::string>{"Warp", "Issued", "Eligible", "Stalled"});
  CHECK(subject.table("") == scenes::Rows{{"0", "18", "48", "798"},
                                          {"1", "18", "48", "798"},
                                          {"2", "18", "48", "798"},
                                          {"3", "18", "48", "798"}});
  CHECK(subject.metric_text("", "utilization") == "8.3");
  subject.check_says("", {72, 9, 408});
  CHECK(subject.load("").query() == "");
}

TEST_CASE("warp-scheduler: the latencies that its control names are the measured ones") {
  const auto whole = [](double cycles) { return std::to_string(std::lround(cycles)); };
  const std::string help = "A single load on an H200: " + whole(device::h200::l1_cycles) +
                           " from L1, " + whole(device::h200::l2_cycles) + " from L2, " +
                           whole(device::h200::dram_cycles) + " from HBM.";
  int told = 0;
  for (const Parameter& parameter : subject.description().parameters)
    told += parameter.help.starts_with(help);
  CHECK(told == 1);
}

TEST_CASE("warp-scheduler: other sentences") {
  CHECK(subject.cell("warps=1", "0", "Issued") == "18");
  CHECK(subject.metric("warps=1", "cycles") == 816);
  CHECK(subject.metric_text("warps=1", "utilization") == "2.2");
  CHECK(subject.metric("warps=1", "enough") == 46);
  subject.check_says("warps=1", {9, 408});
  CHECK(subject.metric("warps=12&loads=4&policy=greedy", "enough") == 12);
  CHECK(subject.metric("warps=12&loads=4&policy=greedy", "cycles") == 864);
  CHECK(subject.metric("warps=12&loads=4&policy=greedy", "utilization") == 100);
  subject.check_says("warps=12&loads=4&policy=greedy", {36, 432});
  CHECK(subject.metric("warps=16&loads=8&latency=100&policy=greedy", "enough") == 3);
  CHECK(subject.metric("warps=12&loads=4", "enough") == 12);
  CHECK(subject.metric("warps=12&loads=4", "cycles") == 1568);
  CHECK(subject.metric_text("warps=12&loads=4", "utilization") == "55.1");
  subject.check_says("warps=12&loads=4", {864, 36, 432, 100});
  subject.check_says("step=0", {0, 0, 864, 1, 8});
  subject.check_says("step=1", {50, 864, 4, 46});
  subject.check_says("warps=1&step=1", {50, 816, 1, 49});
  subject.check_says("policy=greedy&step=1", {50, 816, 28, 22});
  subject.check_says("policy=greedy&loads=4&step=2", {100, 864, 100, 0, 3, 4});
}

TEST_CASE("warp-scheduler: what an H200 did stands beside what is simulated") {
  CHECK(subject.metric("warps=8&latency=326&between=12", "cycles") == 844);
  CHECK(subject.metric_text("warps=8&latency=326&between=12", "utilization") == "24.6");
  CHECK(subject.metric("warps=8&latency=326&between=12", "enough") == 26);
  subject.check_says("warps=8&latency=326&between=12", {208, 29.4, 13, 338});
  CHECK(subject.status("warps=8&latency=327&between=12").find("H200") == std::string::npos);
  int presets = 0;
  for (const Preset& preset : subject.description().presets) {
    const State state = subject.load(std::string(preset.query));
    const std::vector<Mark> marks = record(state.scene(), {.step = state.step()}).marks();
    const auto shown = [&](const std::string& text) {
      return std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
        return mark.text.find(text) != std::string::npos;
      });
    };
    const bool measured = preset.label.find("H200") != std::string_view::npos;
    CHECK(shown("measured on H200") == measured);
    CHECK(shown(", on an H200 ") == measured);
    presets += measured;
  }
  CHECK(presets == 4);
}

TEST_CASE("warp-scheduler: metrics") {
  CHECK(subject.metric("", "utilization") == doctest::Approx(100.0 * 72 / 864));
  CHECK(subject.metric("", "cycles") == 864);
  CHECK(subject.metric("", "idle") == 792);
  CHECK(subject.metric("", "enough") == 46);
}

TEST_CASE("warp-scheduler: values out of range are refused with the range") {
  State state(subject.description());
  CHECK(state.set("warps", "17")->message ==
        "'Warps': got '17', expected a whole number from 1 to 16");
  CHECK(state.set("latency", "19"));
  CHECK(state.set("latency", "801"));
  CHECK(state.set("between", "33"));
  CHECK(state.set("loads", "9"));
  CHECK(state.set("policy", "fifo"));
  CHECK(state.query() == "");
}

TEST_CASE("warp-scheduler: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 16);
  for (const std::string& query : grid()) {
    const int steps = subject.load(query).scene().steps();
    CHECK(steps >= 14);
    CHECK(steps <= 40);
  }
}

TEST_CASE("warp-scheduler: the picture is the schedule") {
  // Few cycles: one mark per issue, so they can be counted.
  const State state = subject.load("warps=3&latency=20&between=3&policy=greedy");
  const RecordingPainter painter = record(state.scene(), {.step = state.step()});
  const auto schedule = sm::schedule_warps({3, 20, 3, 1, sm::Policy::greedy_then_oldest});
  REQUIRE(schedule);
  float issued = 0, hatched = 0, plot = 0;
  for (const Mark& mark : painter.marks()) {
    if (mark.kind == Mark::Kind::hotspot && mark.part == "scheduler") plot = mark.box.width;
    if (mark.kind != Mark::Kind::rect || mark.box.height != 37) continue;
    if (mark.part == "issued") issued += mark.box.width;
    if (mark.part == "stalled") hatched += mark.box.width;
  }
  const float cycle = plot / static_cast<float>(schedule->cycles);
  int stalled = 0;
  for (const sm::WarpTrace& trace : schedule->warps) stalled += trace.stalled;
  CHECK(issued == doctest::Approx(cycle * static_cast<float>(schedule->issued)).epsilon(0.001));
  CHECK(hatched == doctest::Approx(cycle * static_cast<float>(stalled)).epsilon(0.001));
}

TEST_CASE("warp-scheduler: the warps fill the chart, and the picture keeps its height") {
  for (float width : {narrow_width, wide_width})
    for (int warps = 1; warps <= 16; ++warps) {
      const State state = subject.load("warps=" + std::to_string(warps));
      CHECK(state.scene().height(width) == subject.load("").scene().height(width));
      int rows = 0;
      float top = 1000, bottom = 0;
      for (const Mark& mark :
           record(state.scene(), {.width = width, .step = state.step()}).of(Mark::Kind::hotspot)) {
        if (!mark.text.starts_with("Warp ")) continue;
        ++rows;
        top = std::min(top, mark.box.y);
        bottom = std::max(bottom, mark.box.bottom());
      }
      CHECK(rows == warps);
      CHECK(bottom - top >=
            std::min(width == narrow_width ? 72.f : 120.f, 40 * static_cast<float>(warps)) - 2);
    }
}

TEST_CASE("warp-scheduler: the number of warps can be dragged on the curve") {
  const State state = subject.load("warps=5");
  for (float width : {narrow_width, wide_width}) {
    int across = 0;
    for (const Mark& spot :
         record(state.scene(), {.width = width, .step = state.step()}).of(Mark::Kind::hotspot)) {
      if (spot.action.key != "warps") continue;
      CHECK(spot.action.from_value == 1);
      CHECK(spot.action.to_value == 16);
      const float at = spot.box.center().x;
      const double warps = 1 + 15 * static_cast<double>((at - spot.action.from_px) /
                                                        (spot.action.to_px - spot.action.from_px));
      // A hotspot's place gives its own number.
      CHECK(std::llround(warps) == ++across);
    }
    CHECK(across == 16);
  }
}

TEST_CASE("warp-scheduler: presets of one chip have the policy that is nearer to its counters") {
  for (const Preset& preset : subject.description().presets) {
    const std::string query(preset.query), label(preset.label);
    const bool greedy = scenes::contains(query, "policy=greedy");
    if (!label.starts_with("H200")) {
      CHECK_MESSAGE(scenes::contains(label, greedy ? "greedy" : "round-robin"), label);
      continue;
    }
    REQUIRE_MESSAGE(greedy, label);
    const std::string other = query.substr(0, query.find("&policy"));
    CHECK(scenes::contains(subject.status(query), "between this order and the other"));
    const double here = subject.metric(query, "utilization"),
                 there = subject.metric(other, "utilization");
    CHECK(there < here);
  }
}

}  // TESTS_OF(web::scenes::warps::warp_scheduler)
