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
  CHECK(subject.metric("schedule=both", "total") == 8000);
  CHECK(subject.metric("schedule=both", "pace") == 1000);
  CHECK(subject.metric("schedule=both", "busy") == 40);
  CHECK(subject.metric("", "total") == 5900);
  CHECK(subject.metric("", "pace") == 700);
  CHECK(subject.metric_text("", "busy") == "57.1");
  CHECK(subject.metric("schedule=cooperative", "total") == 4700);
  CHECK(subject.metric("schedule=cooperative", "pace") == 550);
  CHECK(subject.metric_text("schedule=cooperative", "busy") == "72.7");
  CHECK(subject.metric("schedule=pingpong", "total") == 3800);
  CHECK(subject.metric("schedule=pingpong", "pace") == 400);
  CHECK(subject.metric("schedule=pingpong", "busy") == 100);
}

TEST_CASE("warp-specialization: what else may set the pace") {
  CHECK(subject.metric("schedule=pingpong&epilogue=900", "pace") == 650);
  CHECK(subject.metric_text("schedule=pingpong&epilogue=900", "busy") == "61.5");
  subject.check_says("schedule=pingpong&epilogue=900", {1300});
  CHECK(subject.metric("schedule=pingpong&load=500", "pace") == 500);
  CHECK(subject.metric("schedule=pingpong&stages=1", "pace") == 700);
  CHECK(subject.metric("stages=1", "pace") == 700);
  for (const char* schedule : {"producer", "cooperative", "pingpong"})
    CHECK(contains(subject.status(std::string("epilogue=0&schedule=") + schedule),
                   "100.0% of the time: tiles arrive in time, and nothing is written."));
  CHECK(contains(subject.status("epilogue=0&schedule=both"), "a warpgroup that waits for a load"));
}

TEST_CASE("warp-specialization: steps and table") {
  subject.check_says("step=0", {8});
  subject.check_says("schedule=pingpong&step=2", {1, 600, 2, 700, 1100, 1400});
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
