// The scene `which-limit`: every verdict has a preset, and the picture shows the rule that holds.
#include "web/scenes/peaks/which_limit.hpp"

#include <set>

#include "core/device/measured_profile.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::peaks::which_limit) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(which_limit());

}  // namespace

TEST_CASE("which-limit: it opens with the profiled kernel, and a rule for each preset") {
  const State state = subject.load("");
  CHECK(state.values().text("report") == device::h200::profiled_report);
  CHECK(state.values().text("lts") == device::h200::profiled_l2);
  CHECK(state.values().text("duration") == device::h200::profiled_us);
  CHECK(contains(subject.status(""), "The limit of transpose is L2"));
  const char* const expected[] = {"L2",        "latency",    "memory",     "shared memory",
                                  "the issue", "the tensor", "the launch", "the launch"};
  size_t at = 0;
  for (const Preset& preset : subject.description().presets)
    CHECK(
        contains(subject.status(std::string(preset.query)), std::string(" is ") + expected[at++]));
  CHECK(contains(subject.status("duration=100&lts=3&dram=4&tex=5&stall=math_pipe_throttle"),
                 "one math pipe"));
  CHECK(contains(subject.status("lts=70&issue=62"), "balanced with Issue Slots Busy"));
}

TEST_CASE("which-limit: a report stands for the counters, and needs no slider") {
  const std::string query =
      "report=copy(float *) (1, 1, 1)x(256, 1, 1), Context 1\n Duration us 249\n Memory "
      "Throughput %25 88\n DRAM Throughput %25 88\n L2 Cache Throughput %25 93\nWaves Per SM 124\n"
      "Compute (SM) Throughput %25 16";
  CHECK(contains(subject.status(query),
                 "The limit of copy is memory: Memory Throughput is at 88% of its peak, and "
                 "that is DRAM."));
  State state = subject.load(query);
  CHECK(state.values().text("source") == "report");
  CHECK(state.values().text("report") ==
        "Kernel: copy(float *)\nDuration us 249\nWaves Per SM 124\nMemory Throughput % "
        "88\nCompute (SM) Throughput % 16\nDRAM Throughput % 88\nL2 Cache Throughput % 93");
  CHECK(contains(state.set("report", "it is slow")->message, "no counter in it"));
  const RecordingPainter painter = record(state.scene(), {.width = wide_width});
  for (const Mark& mark : painter.marks()) CHECK(mark.action.kind == Action::Kind::none);
}

TEST_CASE("which-limit: rules before the one that holds say no, those after it are not asked") {
  for (const Preset& preset : subject.description().presets) {
    const std::string query(preset.query);
    const auto rule = static_cast<size_t>(subject.metric(query, "rule"));
    const Rows rows = subject.table(query);
    REQUIRE(rows.size() == 6);
    for (size_t i = 0; i < rows.size(); ++i)
      CHECK(rows[i][3] == (i + 1 < rule ? "no" : i + 1 == rule ? "yes" : "not asked"));
  }
}

TEST_CASE(
    "which-limit: a bar is as long as its percentage on the scale of its drag, at both widths") {
  for (const float width : {narrow_width, wide_width}) {
    const State state = subject.load("memory=92&dram=90&lts=45&tex=30&sm=65&issue=15&tensor=60");
    const RecordingPainter painter = record(state.scene(), {.width = width});
    float bar = 0;
    int bars = 0;
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "units") continue;
      if (mark.kind == Mark::Kind::rect && mark.box.height < 13) bar = mark.box.width;
      if (mark.kind != Mark::Kind::hotspot) continue;
      const Action& drag = mark.action;
      REQUIRE(drag.kind == Action::Kind::drag_x);
      CHECK(drag.from_value == 0);
      CHECK(drag.to_value == 100);
      CHECK(static_cast<double>(bar / (drag.to_px - drag.from_px)) ==
            doctest::Approx(state.values().real(drag.key) / 100).epsilon(0.001));
      ++bars;
    }
    CHECK(bars == 7);
  }
}

TEST_CASE("which-limit: stalls have the names of their metrics") {
  const std::vector<std::string> offered = subject.offered("stall");
  REQUIRE(offered.size() == static_cast<size_t>(device::stall_count));
  for (size_t i = 0; i < offered.size(); ++i)
    CHECK(offered[i] == device::name(static_cast<device::Stall>(i)));
}

TEST_CASE("which-limit: of a latency, the largest stall names the remedy") {
  const std::string idle = "dram=10&lts=0&tex=0&issue=30&tensor=0&stall=";
  std::set<std::string> remedies;
  for (const std::string& stall : subject.offered("stall"))
    remedies.insert(subject.status(idle + stall));
  CHECK(remedies.size() == static_cast<size_t>(device::stall_count));
  CHECK(contains(subject.status(idle + "long_scoreboard"), "more loads in flight"));
  for (const char* full : {"mio_throttle", "lg_throttle", "not_selected"})
    CHECK(!contains(subject.status(idle + full), "in flight"));
}

TEST_CASE("which-limit: no number is rounded to a threshold that it does not reach") {
  CHECK(contains(subject.status("dram=59.99&lts=0&tex=0&issue=0&tensor=0"), "59.99%"));
  CHECK(contains(subject.status("dram=79.99&lts=0&tex=0&issue=0&tensor=0"), "79.99%"));
  CHECK(contains(subject.status("dram=10&lts=0&tex=0&issue=0&waves=0.999"), "99.9%"));
}

TEST_CASE("which-limit: what is no counter is refused") {
  State state(subject.description());
  CHECK(state.set("dram", "101")->message ==
        "'DRAM': got '101', expected a number from 0 to 100 %");
  CHECK(state.set("duration", "0"));
  CHECK(state.set("stall", "long"));
}

TEST_CASE("which-limit: the picture fits, for every verdict and stall, at both widths") {
  std::vector<std::string> queries;
  for (const Preset& preset : subject.description().presets)
    for (const std::string& stall : subject.offered("stall"))
      queries.push_back(preset.query.empty()
                            ? "stall=" + stall
                            : std::string(preset.query.substr(0, preset.query.rfind('&'))) +
                                  "&stall=" + stall);
  subject.check_pictures(queries, 1);
  subject.check_one_height(queries);
}

}  // TESTS_OF(web::scenes::peaks::which_limit)
