// The scene `warp-specialization`: sentences, bars, and pictures that fit.
#include "web/scenes/chips/warp_specialization.hpp"

#include <algorithm>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::warp_specialization) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(warp_specialization());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* schedule : {"both", "producer", "cooperative", "pingpong"})
    for (const char* rest :
         {"", "&epilogue=900", "&load=500", "&stages=1", "&math=20&epilogue=0&load=20",
          "&math=2000&epilogue=2000&load=2000&tiles=16", "&tiles=2&stages=5",
          "&math=20&epilogue=2000&load=20&tiles=16"})
      queries.push_back(std::string("schedule=") + schedule + rest);
  return queries;
}

}  // namespace

TEST_CASE("warp-specialization: the four schedules") {
  CHECK(subject.status("schedule=both") ==
        "8 tiles take 8,000 cycles. In the long run a tile takes 1,000, and the tensor cores work "
        "40.0% of the time: a warpgroup that waits for a load cannot multiply or write.");
  CHECK(
      subject.status("") ==
      "8 tiles take 5,900 cycles. In the long run a tile takes 700, and the tensor cores work "
      "57.1% of the time: tiles arrive in time, but the consumer cannot multiply while it writes.");
  CHECK(subject.status("schedule=cooperative") ==
        "8 tiles take 4,700 cycles. In the long run a tile takes 550, and the tensor cores work "
        "72.7% of the time: both warpgroups write at the same time, as in CUTLASS, and then "
        "neither multiplies.");
  CHECK(subject.status("schedule=pingpong") ==
        "8 tiles take 3,800 cycles. In the long run a tile takes 400, and the tensor cores work "
        "100.0% of the time: one warpgroup writes while the other multiplies.");
}

TEST_CASE("warp-specialization: what else may set the pace") {
  CHECK(contains(subject.status("schedule=pingpong&epilogue=900"),
                 "a tile takes 650, and the tensor cores work 61.5% of the time: each warpgroup "
                 "takes 1,300 cycles for its tile, more than the math of two tiles."));
  CHECK(contains(subject.status("schedule=pingpong&load=500"),
                 "a load takes 500 cycles and sets the pace."));
  CHECK(contains(subject.status("schedule=pingpong&stages=1"),
                 "a tile keeps a buffer for 700 cycles, and there is 1 buffer."));
  CHECK(subject.metric("stages=1", "pace") == 700);
  for (const char* schedule : {"producer", "cooperative", "pingpong"})
    CHECK(contains(subject.status(std::string("epilogue=0&schedule=") + schedule),
                   "100.0% of the time: tiles arrive in time, and nothing is written."));
  CHECK(contains(subject.status("epilogue=0&schedule=both"), "a warpgroup that waits for a load"));
}

TEST_CASE("warp-specialization: steps and table") {
  CHECK(subject.status("step=0") ==
        "Nothing has started. 8 tiles will be loaded, multiplied and written.");
  CHECK(
      subject.status("schedule=pingpong&step=2") ==
      "Tile 1: loaded from cycle 300 to 600, multiplied by warpgroup 2 from 700 to 1,100, written "
      "at 1,400.");
  CHECK(subject.table("schedule=cooperative")[1] ==
        std::vector<std::string>{"1", "1 and 2", "300", "600", "850", "1,250", "1,400"});
}

TEST_CASE("warp-specialization: math is as long in the picture as in the simulator") {
  for (const char* schedule : {"both", "producer", "cooperative", "pingpong"}) {
    const State state = subject.load(std::string("schedule=") + schedule);
    float math = 0, plot = 0;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "tensor") continue;
      if (mark.kind == Mark::Kind::hotspot) plot = mark.box.width;
      if (mark.kind == Mark::Kind::rect && mark.style.fill == Role::compute && mark.box.height > 20)
        math += mark.box.width;
    }
    CHECK(static_cast<double>(math / plot) ==
          doctest::Approx(8 * 400 / subject.metric(state.query(), "total")).epsilon(0.002));
  }
}

TEST_CASE("warp-specialization: clicking a bar chooses its schedule") {
  State state = subject.load("");
  for (const char* schedule : {"both", "cooperative", "pingpong", "producer"}) {
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    bool found = false;
    for (const Mark& mark : painter.of(Mark::Kind::hotspot))
      if (mark.action.key == "schedule" && mark.action.value == schedule) found = true;
    CHECK(found);
    REQUIRE(!state.set("schedule", schedule));
    CHECK(state.values().text("schedule") == schedule);
  }
}

TEST_CASE("warp-specialization: pictures fit, and are as high in every state") {
  subject.check_pictures(grid(), 5);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::warp_specialization)
