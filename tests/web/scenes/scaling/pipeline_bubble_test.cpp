// The scene `pipeline-bubble`: sentences, the published formulas, and a picture whose waiting is as
// long as the replay's.
#include <algorithm>
#include <string>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::scaling::pipeline_bubble) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(pipeline_bubble());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* schedule :
       {"gpipe", "1f1b", "interleaved&chunks=1", "interleaved&chunks=4", "zero-bubble", "dualpipe"})
    for (const char* sizes : {"stages=2&microbatches=4", "stages=4&microbatches=8",
                              "stages=8&microbatches=32", "stages=16&microbatches=32"})
      for (const char* times : {"", "&forward=1&backward=200", "&forward=100&backward=1"})
        queries.push_back(std::string("schedule=") + schedule + "&" + sizes + times);
  return queries;
}

}  // namespace

TEST_CASE("pipeline-bubble: the numbers of its sentences") {
  CHECK(subject.metric("", "held") == 4);
  CHECK(subject.metric("", "time") == 330);
  CHECK(subject.metric("", "idle") == 90);
  CHECK(subject.metric_text("", "bubble") == "27.3");
  subject.check_says("", {0, 1});
  CHECK(subject.metric("schedule=gpipe&microbatches=1", "held") == 1);
  CHECK(subject.metric("schedule=gpipe&microbatches=1", "time") == 120);
  CHECK(subject.metric("schedule=gpipe&microbatches=1", "idle") == 90);
  CHECK(subject.metric("schedule=gpipe&microbatches=1", "bubble") == 75);
  subject.check_says("step=0", {8, 0});
  subject.check_says("step=16", {165, 330, 4, 4, 33, 64});
}

TEST_CASE("pipeline-bubble: the published shares of GPipe, and 1F1B with the same") {
  const struct {
    int stages;
    double shares[4];  // of 4, 8, 16 and 32 microbatches, in percent
  } published[] = {
      {4, {42.9, 27.3, 15.8, 8.6}}, {8, {63.6, 46.7, 30.4, 17.9}}, {16, {78.9, 65.2, 48.4, 31.9}}};
  for (const auto& row : published)
    for (int i = 0; i < 4; ++i)
      for (const std::string schedule : {"gpipe", "1f1b"}) {
        const std::string query = "schedule=" + schedule + "&stages=" + std::to_string(row.stages) +
                                  "&microbatches=" + std::to_string(4 << i);
        CAPTURE(query);
        CHECK(subject.metric(query, "bubble") == doctest::Approx(row.shares[i]).epsilon(0.005));
        CHECK(subject.metric(query, "held") ==
              (schedule == "gpipe" ? 4 << i : std::min(4 << i, row.stages)));
      }
}

TEST_CASE("pipeline-bubble: chunks divide the waiting, and halves of the backward pass fill it") {
  const std::string sizes = "&stages=8&microbatches=16";
  const double idle = subject.metric("schedule=1f1b" + sizes, "idle");
  CHECK(idle == doctest::Approx(7 * 30));
  for (int chunks : {1, 2, 4})
    CHECK(subject.metric("schedule=interleaved" + sizes + "&chunks=" + std::to_string(chunks),
                         "idle") == doctest::Approx(idle / chunks));
  CHECK(subject.metric("schedule=zero-bubble" + sizes, "idle") == doctest::Approx(7 * 10));
  CHECK(subject.metric("schedule=dualpipe" + sizes, "idle") == doctest::Approx(3 * 20));
  CHECK(subject.metric("schedule=dualpipe" + sizes, "held") == 9);
}

TEST_CASE("pipeline-bubble: a stage works and waits for the whole time") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const double time = subject.metric(query, "time");
    double waits = 0;
    const Table table = subject.load(query).scene().table();
    for (const auto& row : table.rows) {
      CHECK(row[1].value + row[2].value == doctest::Approx(time));
      waits += row[2].value;
    }
    CHECK(subject.metric(query, "bubble") ==
          doctest::Approx(100 * waits / (time * static_cast<double>(table.rows.size()))));
  }
}

TEST_CASE("pipeline-bubble: what is hatched in the chart is the bubble, the rest is work") {
  for (const std::string query :
       {"", "schedule=gpipe", "schedule=zero-bubble&stages=8&microbatches=16",
        "schedule=dualpipe&stages=8&microbatches=16", "schedule=interleaved"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    float waits = 0, works = 0, chart = 0, seams = 0, highest = 0;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks())
      if (mark.part == "passes" && mark.box.y > 30 && mark.kind == Mark::Kind::rect)
        highest = std::max(highest, mark.box.height);
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "passes" || mark.box.y < 30) continue;
      if (mark.kind == Mark::Kind::hotspot) chart = mark.box.width;
      if (mark.kind != Mark::Kind::rect) continue;
      const bool half = mark.box.height < highest * 0.75f;  // two passes that are one block
      if (mark.style.texture == Texture::hatch)
        waits += mark.box.width;
      else
        works += half ? mark.box.width / 2 : mark.box.width, seams += half ? 0.375f : 0.75f;
    }
    const double all = static_cast<double>(chart) * state.values().integer("stages");
    CHECK(100 * static_cast<double>(waits) / all ==
          doctest::Approx(subject.metric(query, "bubble")).epsilon(0.01));
    CHECK(100 * static_cast<double>(works + seams) / all ==
          doctest::Approx(100 - subject.metric(query, "bubble")).epsilon(0.01));
  }
}

TEST_CASE("pipeline-bubble: sizes that a schedule does not take are refused with the nearest") {
  State state(subject.description());
  CHECK(state.load("schedule=interleaved&microbatches=9")->message ==
        "'Microbatches': got '9', but the interleaved schedule needs a multiple of the 4 stages; "
        "the nearest is 8");
  CHECK(state.load("schedule=interleaved&stages=12&microbatches=32")->message.ends_with("is 24"));
  CHECK(state.load("schedule=dualpipe&stages=5&microbatches=10")->message ==
        "'Stages': got '5', but DualPipe needs an even number; the nearest is 4");
  CHECK(state.load("schedule=dualpipe&stages=8&microbatches=9")->message ==
        "'Microbatches': got '9', but DualPipe needs an even number, at least two for each of the "
        "8 stages; the nearest is 16");
  CHECK(state.query() == "");
}

TEST_CASE("pipeline-bubble: a click on a schedule chooses it, and a drag moves through time") {
  State state = subject.load("");
  int drags = 0;
  for (const Mark& mark : record(state.scene(), {.step = state.step()}).of(Mark::Kind::hotspot)) {
    drags += mark.action.kind == Action::Kind::drag_x && mark.action.key == "step";
    if (mark.text.starts_with("Zero bubble: ")) {
      REQUIRE(!state.set(mark.action.key, mark.action.value));
      CHECK(state.values().text("schedule") == "zero-bubble");
    }
  }
  CHECK(drags == 1);
  CHECK(state.query() == "schedule=zero-bubble");
}

TEST_CASE("pipeline-bubble: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 11);
}

}  // TESTS_OF(web::scenes::scaling::pipeline_bubble)
