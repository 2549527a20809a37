// The scene `timing-ways`: recorded numbers, and bars to scale.
#include "core/trace/timing.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::measure::timing_ways) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(timing_ways());

std::vector<std::string> grid() {
  std::vector<std::string> queries = {"", "kernel=long", "show=first", "show=pause"};
  for (const char* us : {"0.5", "4", "33.3", "1000"})
    queries.push_back("kernel=own&duration=" + std::string(us));
  return queries;
}

}  // namespace

TEST_CASE("timing-ways: the recorded numbers") {
  CHECK(subject.metric_text("", "kernel") == "3.97");
  CHECK(subject.metric_text("", "nowait") == "4.13");
  CHECK(subject.metric_text("", "wait") == "10.81");
  CHECK(subject.metric_text("", "event") == "7.17");
  CHECK(subject.metric_text("kernel=long", "nowait") == "5.07");
  CHECK(subject.metric_text("kernel=long", "events") == "177.95");
  CHECK(subject.metric("show=first", "first") == 151.1);
  CHECK(subject.metric("show=pause", "rested") == 644.3);
  CHECK(subject.cell("", "Host clock, no wait", "Times the kernel") == "1.04");
}

TEST_CASE("timing-ways: a kernel that is shorter than a call is timed as the call") {
  CHECK(subject.metric("kernel=own&duration=1", "events") > 4);
  CHECK(subject.metric("kernel=own&duration=50", "events") == doctest::Approx(50).epsilon(0.01));
}

TEST_CASE("timing-ways: pictures fit and keep their height") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("timing-ways: a bar is as long as the median, on the scale of the kernel's line") {
  for (const char* query : {"", "kernel=long"}) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    std::vector<Rect> bars;
    for (const Mark& mark : painter.marks())
      if (mark.part == "ways" && mark.kind == Mark::Kind::rect && mark.style.fill == Role::data)
        bars.push_back(mark.box);
    bars.erase(bars.begin());  // the legend's
    REQUIRE(bars.size() == 5);
    const char* keys[] = {"nowait", "wait", "many", "event", "events"};
    for (size_t i = 0; i < bars.size(); ++i)
      CHECK(bars[i].width / bars[1].width ==
            doctest::Approx(metric(state, keys[i]) / metric(state, "wait")).epsilon(0.01));
  }
}

}  // TESTS_OF(web::scenes::measure::timing_ways)
