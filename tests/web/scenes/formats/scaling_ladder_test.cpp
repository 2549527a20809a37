// `scaling-ladder`: sentences, the ladder as data, what can be clicked and dragged.
#include "web/scenes/formats/scaling_ladder.hpp"

#include <cmath>
#include <set>

#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::scaling_ladder) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(scaling_ladder());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* target : {"int8", "int4", "fp8", "fp4"})
    for (const char* granularity : {"tensor", "128", "row", "64", "32", "16"})
      for (const char* outlier : {"0", "3.5", "20", "64"})
        for (const char* rest : {"", "&value=0", "&value=1023&seed=999", "&value=139&seed=2"})
          queries.push_back(std::string("target=") + target + "&granularity=" + granularity +
                            "&outlier=" + outlier + rest);
  return queries;
}

}  // namespace

TEST_CASE("scaling-ladder: the numbers of its sentences") {
  CHECK(subject.metric_text("", "sqnr") == "5.7");
  CHECK(subject.metric("", "bits") == 4.015625);
  CHECK(subject.metric("", "zeros") == 878);
  subject.check_says("", {1024, 0, 4});
  CHECK(subject.metric_text("granularity=row", "sqnr") == "12.2");
  CHECK(subject.metric("granularity=row", "bits") == 4.25);
  CHECK(subject.metric("granularity=row", "zeros") == 329);
  CHECK(subject.metric("granularity=row", "sharing") == 252);
  subject.check_says("granularity=row", {1024, 0});
  CHECK(subject.metric_text("granularity=16&target=fp4", "sqnr") == "20.9");
  CHECK(subject.metric("granularity=16&target=fp4", "bits") == 5);
  CHECK(subject.metric("granularity=16&target=fp4", "zeros") == 100);
  CHECK(subject.metric("granularity=16&target=fp4", "sharing") == 60);
  subject.check_says("granularity=16&target=fp4", {1024, 0});
  CHECK(subject.metric_text("outlier=0&target=int8", "sqnr") == "42.0");
  CHECK(subject.metric("outlier=0&target=int8", "bits") == 8.015625);
  CHECK(subject.metric("outlier=0&target=int8", "zeros") == 12);
  CHECK(subject.metric("outlier=0&target=int8", "sharing") == 0);
  subject.check_says("outlier=0&target=int8", {1024});
  CHECK(subject.status("granularity=row") == subject.status("granularity=64"));
}

TEST_CASE("scaling-ladder: the table is the whole ladder, the state one row of it") {
  for (const std::string& query : tried(grid())) {
    CAPTURE(query);
    const State state = subject.load(query);
    const Rows rows = shown(state.scene().table());
    REQUIRE(rows.size() == 5);
    const std::string bits = fixed(metric(state, "bits"), 3),
                      sqnr = fixed(metric(state, "sqnr"), 1),
                      zeros = integer(static_cast<long long>(metric(state, "zeros")));
    int found = 0;
    for (const auto& row : rows) found += row[2] == bits && row[3] == sqnr && row[4] == zeros;
    CHECK(found == 1);
  }
  for (const char* seed : {"1", "2"})
    CHECK(subject.table(std::string("value=3&granularity=16&seed=") + seed) ==
          subject.table(std::string("seed=") + seed));
}

TEST_CASE("scaling-ladder: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("scaling-ladder: the more is shaded, the larger the errors") {
  const auto shaded = [](const char* query) {
    float area = 0;
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::rect))
      if (mark.part == "error" && mark.box.y < 220)
        area += mark.box.width * mark.style.fill_opacity;
    return area;
  };
  CHECK(shaded("") > shaded("granularity=row"));
  CHECK(shaded("granularity=row") > shaded("granularity=16"));
  CHECK(shaded("granularity=16") > shaded("granularity=16&target=int8"));
}

TEST_CASE("scaling-ladder: FP4 is as good as INT4 in small groups, and better where outliers are") {
  const auto db = [](const char* query) { return subject.metric(query, "sqnr"); };
  CHECK(std::fabs(db("outlier=0&granularity=16") - db("outlier=0&granularity=16&target=fp4")) <
        0.5);
  CHECK(db("granularity=16&target=fp4") > db("granularity=16") + 2);
  CHECK(db("granularity=16") > db("") + 10);
}

TEST_CASE("scaling-ladder: the points of the ladder can be chosen") {
  for (float width : {narrow_width, wide_width}) {
    std::vector<Mark> points;
    for (const Mark& mark :
         record(subject.load("").scene(), {.width = width}).of(Mark::Kind::hotspot))
      if (mark.action.key == "granularity") points.push_back(mark);
    REQUIRE(points.size() == 5);
    std::set<std::string> reached;
    for (size_t i = 0; i < points.size(); ++i) {
      CHECK(points[i].box.width >= 24);
      if (i > 0) CHECK(points[i].box.x >= points[i - 1].box.right());
      State state = subject.load("granularity=64");
      const auto change = live::click(points[i].action, state);
      REQUIRE(change);
      REQUIRE(!state.set(change->key, change->text));
      reached.insert(std::string(state.values().text("granularity")));
    }
    CHECK(reached == std::set<std::string>{"tensor", "128", "row", "32", "16"});
  }
}

TEST_CASE("scaling-ladder: the value under the hand is the one that is shown") {
  for (float width : {narrow_width, wide_width})
    for (int value : {0, 63, 64, 500, 1023}) {
      State state = subject.load("");
      State there = subject.load("value=" + std::to_string(value));
      Mark cell{};
      std::vector<Mark> hands;
      const RecordingPainter painter = record(there.scene(), {.width = width});
      for (const Mark& mark : painter.marks()) {
        if (mark.part == "value" && mark.kind == Mark::Kind::rect) cell = mark;
        if (mark.kind == Mark::Kind::hotspot && live::is_drag(mark.action)) hands.push_back(mark);
      }
      REQUIRE(hands.size() == 16);
      const Point at = cell.box.center();
      const Mark& hand = hands[static_cast<size_t>(value / 64)];
      CHECK(at.y > hand.box.y);
      CHECK(at.y < hand.box.bottom());
      const auto change = live::drag(hand.action, state, at);
      REQUIRE(change);
      REQUIRE(!state.set(change->key, change->text));
      CHECK(state.values().integer("value") == value);
    }
}

TEST_CASE("scaling-ladder: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("target", "int5")->message, "did you mean"));
  CHECK(contains(state.set("granularity", "rows")->message, "did you mean 'row'?"));
  CHECK(contains(state.set("value", "1024")->message, "0 to 1023"));
  CHECK(state.query() == "");
}

TEST_CASE("scaling-ladder: an error has one color in every format, and a decibel one height") {
  const auto scale = [](const char* query) {
    std::string texts;
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::text))
      if (mark.part == "error") texts += mark.text + "|";
    return texts;
  };
  const auto tick = [](const char* query) {
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::text))
      if (mark.part == "ladder" && mark.text == "20") return mark.box.y;
    return 0.f;
  };
  CHECK(contains(scale(""), "0.01|0.03|0.1|0.3|1 σ"));
  CHECK(tick("") > 0);
  for (const char* query :
       {"target=int8", "target=fp8", "target=fp4", "outlier=0", "target=int8&granularity=16"}) {
    CHECK(scale(query) == scale(""));
    CHECK(tick(query) == tick(""));
  }
}

}  // TESTS_OF(web::scenes::formats::scaling_ladder)
