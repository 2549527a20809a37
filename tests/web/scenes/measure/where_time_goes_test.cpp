// The scene `where-time-goes`: numbers by hand from the recording, and a picture to scale.
#include <algorithm>
#include <map>

#include "core/trace/recorded_steps.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/figure.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::measure::where_time_goes) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(where_time_goes());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* task : {"decode", "decode-many", "train", "train-many"})
    for (const char* zoom : {"4", "16", "64", "256"})
      for (const char* at : {"0", "50", "99.9"})
        queries.push_back("task=" + std::string(task) + "&zoom=" + zoom + "&at=" + at);
  for (const char* key : {"decode", "many", "train", "large"})
    for (const std::string& way : subject.offered(key))
      queries.push_back(std::string(key) + "=" + way);
  return queries;
}

}  // namespace

TEST_CASE("where-time-goes: the numbers of its sentence and table") {
  CHECK(subject.metric_text("", "traced") == "13.69");
  CHECK(subject.metric_text("", "busy") == "0.551");
  CHECK(subject.metric_text("", "idle") == "96.0");
  CHECK(subject.metric_text("", "alone") == "6.93");
  CHECK(subject.metric("", "calls") == 262);
  CHECK(subject.metric("decode=graph", "calls") == 1);
  CHECK(subject.metric("decode=graph", "pieces") == 262);
  CHECK(subject.cell("train=fp32", "Matrix products", "BF16") == "4.26");
  CHECK(subject.cell("train=fp32", "Step without the profiler", "BF16") == "38.0");
}

TEST_CASE("where-time-goes: the causes of every recorded step add up to it") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    double all = 0;
    for (const char* key : {"product", "attention", "elementwise", "optimizer", "copies",
                            "operators", "host", "between"})
      all += metric(state, key);
    CHECK(all == doctest::Approx(100));
    CHECK(metric(state, "busy") <= metric(state, "alone"));
    CHECK(metric(state, "traced") >= metric(state, "alone"));
  }
}

TEST_CASE("where-time-goes: a way's name alone leads to its step") {
  CHECK(subject.load("large=compiled").values().text("task") == "train-many");
  CHECK(subject.status("large=compiled") == subject.status("task=train-many&large=compiled"));
}

TEST_CASE("where-time-goes: pictures fit and keep their height, for the whole grid") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("where-time-goes: a press on the strip brings the window, which then follows the hand") {
  for (float width : {narrow_width, wide_width}) {
    live::Figure figure(where_time_goes());
    figure.resize(width, 1);
    figure.draw();
    const std::vector<Mark> spots =
        record(figure.session().state().scene(), {.width = width}).of(Mark::Kind::hotspot);
    const auto strip = std::find_if(spots.begin(), spots.end(),
                                    [](const Mark& mark) { return mark.action.key == "at"; });
    REQUIRE(strip != spots.end());
    const auto press = [&](float share) {
      figure.point(strip->box.x + share * strip->box.width, strip->box.center().y, true, false);
      return std::string(figure.session().state().values().text("at"));
    };
    CHECK(press(0.9f) == "90");
    CHECK(press(0.7f) == "70");
    CHECK(press(0.1f) == "10");
  }
}

// Equal lengths are equal times: in the GPU's row, work takes the share of the window that it ran.
TEST_CASE("where-time-goes: work is drawn as long as it took") {
  for (const char* query : {"zoom=4&at=50", "zoom=64&at=13", "zoom=256&at=99.9"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    const trace::Trace trace = trace::trace_of(*trace::find_step("decode", 1, "eager"));
    const double wide =
        static_cast<double>(trace.length) / state.values().choice("zoom", {4., 16., 64., 256.});
    const double middle = static_cast<double>(trace.length) * state.values().real("at") / 100;
    const double from = std::clamp(middle - wide / 2, 0., static_cast<double>(trace.length) - wide);
    double ran = 0;
    for (const trace::Work& work : trace.work)
      ran += std::max(0., std::min(static_cast<double>(work.run.end), from + wide) -
                              std::max(static_cast<double>(work.run.start), from));
    for (float width : {narrow_width, wide_width}) {
      float row = 0, drawn = 0;
      for (const RecordingPainter painter = record(state.scene(), {.width = width});
           const Mark& mark : painter.marks()) {
        if (mark.part != "gpu" || mark.kind != Mark::Kind::rect) continue;
        if (mark.style.texture == Texture::hatch) row = mark.box.width;
        if (mark.style.fill == Role::surface) drawn += mark.box.width;
      }
      REQUIRE(row > 0);
      CHECK(drawn / row == doctest::Approx(ran / wide).epsilon(0.01));
    }
  }
}

TEST_CASE("where-time-goes: the bars of all ways have one scale") {
  for (const char* query : {"", "task=decode-many", "task=train", "task=train-many"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    std::map<int, float> ends;  // of each row
    const RecordingPainter painter = record(state.scene(), {});
    float from = 1e9f;
    for (const Mark& mark : painter.marks())
      if (mark.part == "ways" && mark.kind == Mark::Kind::rect && mark.box.height == 12) {
        float& end = ends[static_cast<int>(mark.box.y)];
        end = std::max(end, mark.box.right());
        from = std::min(from, mark.box.x);
      }
    const std::string key(state.values().text("task") == "decode"        ? "decode"
                          : state.values().text("task") == "decode-many" ? "many"
                          : state.values().text("task") == "train"       ? "train"
                                                                         : "large");
    std::vector<double> scales;
    auto row = ends.begin();
    REQUIRE(ends.size() == subject.offered(key).size());
    for (const std::string& way : subject.offered(key)) {
      scales.push_back((row->second - from) / subject.metric(key + "=" + way, "alone"));
      ++row;
    }
    for (double scale : scales) CHECK(scale == doctest::Approx(scales[0]).epsilon(0.02));
  }
}

}  // TESTS_OF(web::scenes::measure::where_time_goes)
