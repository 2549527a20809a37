// The scene `authoring-ladder`: sentences and table, and a picture that fits. That its lines of
// code are those of the probes, tests/data/kernels_test.cpp checks.
#include "core/kernels/measured_ladder.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scene/seal.hpp"
#include "web/scenes/kernels/authoring_ladder_rungs.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::authoring_ladder) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(scenes::authoring_ladder());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const LadderRung& rung : ladder_rungs) queries.push_back("rung=" + std::string(rung.id));
  queries.push_back("rung=cute&show=layers");
  return queries;
}

}  // namespace

TEST_CASE("authoring-ladder: the numbers of its sentences") {
  CHECK(subject.metric("", "lines") == 10);
  CHECK(subject.metric("", "time") == 69.95);
  CHECK(subject.metric_text("", "share") == "79.9");
  subject.check_says("", {2, 16384, 4096, 4.8});
  CHECK(subject.metric("rung=gluon", "lines") == 11);
  CHECK(subject.metric("rung=gluon", "time") == 69.73);
  CHECK(subject.metric_text("rung=gluon", "share") == "80.2");
  subject.check_says("rung=gluon", {3, 16384, 4096, 4.8});
}

TEST_CASE("authoring-ladder: the table has every rung, measured") {
  const Rows rows = subject.table("");
  REQUIRE(rows.size() == 8);
  CHECK(rows[3] == std::vector<std::string>{"2", "Triton", "tiles, and loops over them", "10",
                                            "70.0", "3,838", "79.9%"});
  CHECK(rows[5] == std::vector<std::string>{"4", "CUTLASS, CuTe",
                                            "also the instruction of each copy and product, and "
                                            "the layouts of registers",
                                            "30", "69.9", "3,841", "80.0%"});
  CHECK(subject.metric("rung=cuda", "share") ==
        doctest::Approx(100 * 4. * 16384 * 4096 / 87.71e-6 / 4.8e12));
}

TEST_CASE("authoring-ladder: with each rung down you decide more, and rungs are in order") {
  int before = 0, rung_before = 1;
  for (const LadderRung& rung : ladder_rungs) {
    int decided = 0;
    for (Control control : rung.controls) decided += static_cast<int>(control);
    CHECK(decided >= before);
    CHECK(rung.rung >= rung_before);
    before = decided;
    rung_before = rung.rung;
  }
}

TEST_CASE("authoring-ladder: a question about one of the lowest rungs hides both bars") {
  const State state = subject.load("rung=triton");
  int bars = 0;
  const RecordingPainter painter = record(state.scene(), {});
  for (const Mark& mark : painter.marks())
    bars += mark.part == "cuda" && mark.kind == Mark::Kind::rect && mark.style.fill == Role::data;
  CHECK(bars == 2);
  Seal seal;
  seal.ask(*asked_of(subject.load("rung=cuda"), "share"));
  CHECK(lists(seal.parts(state), "cuda"));
  // … and the sentence of both; the others' are far enough away.
  CHECK(seal.hides(subject.load("rung=cuda")));
  CHECK(seal.hides(subject.load("rung=ptx")));
  for (const char* rung : {"triton", "gluon", "cute", "library", "compile"})
    CHECK_FALSE(seal.hides(subject.load("rung=" + std::string(rung))));
}

TEST_CASE("authoring-ladder: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("authoring-ladder: a bar for every measured rung, and a click chooses one") {
  State state = subject.load("");
  const RecordingPainter painter = record(state.scene(), {});
  std::vector<float> bars;
  for (const Mark& mark : painter.marks())
    if (mark.kind == Mark::Kind::rect && mark.style.fill == Role::data && mark.box.height == 12)
      bars.push_back(mark.box.width);
  REQUIRE(bars.size() >= std::size(kernels::h200::ladder_runs));  // and the legend's
  for (size_t i = 1; i < std::size(kernels::h200::ladder_runs); ++i)
    CHECK(static_cast<double>(bars[i] / bars[0]) ==
          doctest::Approx(kernels::h200::ladder_runs[0].us / kernels::h200::ladder_runs[i].us)
              .epsilon(0.02));
  for (const Mark& spot : painter.of(Mark::Kind::hotspot)) {
    CHECK(spot.box.height >= 24);
    CHECK_FALSE(state.set(spot.action.key, spot.action.value));
  }
}

}  // TESTS_OF(web::scenes::kernels::authoring_ladder)
