// The scene `warp-divergence`: its table against counting lane by lane, sentences, and a picture
// that shows what was counted.
#include <string>

#include "core/sm/divergence.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::warps::warp_divergence) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::warp_divergence());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* lanes : {"0", "1", "7", "16", "31", "32"})
    for (const char* which : {"first", "spread"})
      for (const char* sides : {"then=8&otherwise=8", "then=1&otherwise=0", "then=64&otherwise=64",
                                "then=3&otherwise=40"})
        for (const char* code : {"branch", "predicated"})
          queries.push_back(std::string("lanes=") + lanes + "&which=" + which + "&" + sides +
                            "&code=" + code);
  return queries;
}

}  // namespace

TEST_CASE("warp-divergence: the default, in table and sentence") {
  CHECK(subject.columns() == std::vector<std::string>{"Issued", "Instructions", "Lanes",
                                                      "Places used", "Places masked"});
  CHECK(subject.table("") == Rows{{"branch", "2", "32", "64", "0"},
                                  {"then", "8", "16", "128", "128"},
                                  {"wait, after then", "1", "16", "16", "16"},
                                  {"else", "8", "16", "128", "128"},
                                  {"jump over then", "1", "16", "16", "16"},
                                  {"wait, after else", "1", "16", "16", "16"},
                                  {"Total", "21", "–", "368", "304"}});
  CHECK(subject.cell("", "branch", "Lanes") == "32");
  CHECK(subject.metric("", "issued") == 21);
  CHECK(subject.metric_text("", "utilization") == "54.8");
  subject.check_says("", {5, 122});
  CHECK(subject.load("").query() == "");
  CHECK(subject.load("").scene().steps() == 0);
}

TEST_CASE("warp-divergence: other sentences") {
  CHECK(subject.cell("lanes=1", "branch", "Lanes") == "32");
  CHECK(subject.metric_text("lanes=1", "utilization") == "57.0");
  subject.check_says("lanes=1", {5, 123});
  for (const char* lanes : {"1", "16", "31"})
    for (const char* which : {"first", "spread"})
      CHECK(subject.metric(std::string("lanes=") + lanes + "&which=" + which, "issued") == 21);
  CHECK(subject.metric("lanes=32", "issued") == 11);
  CHECK(subject.metric("lanes=32", "utilization") == 100);
  subject.check_says("lanes=32", {3});
  CHECK(subject.metric("lanes=0", "issued") == 12);
  subject.check_says("lanes=0", {4});
  CHECK(subject.metric("lanes=4&otherwise=0", "issued") == 12);
  CHECK(subject.table("lanes=4&otherwise=0")[3][0] == "wait, other lanes");
  CHECK(subject.cell("lanes=0&otherwise=0", "branch", "Lanes") == "32");
  CHECK(subject.metric("lanes=0&otherwise=0", "issued") == 3);
  CHECK(subject.metric("lanes=0&otherwise=0", "utilization") == 100);
  subject.check_says("lanes=0&otherwise=0", {49});
  CHECK(subject.metric("then=2&otherwise=2&code=predicated", "issued") == 4);
  CHECK(subject.metric("then=2&otherwise=2&code=predicated", "utilization") == 50);
  CHECK(subject.metric("lanes=1", "issued") == 21);
  CHECK(subject.metric("", "utilization") == doctest::Approx(100 * 368 / 672.));
}

TEST_CASE("warp-divergence: the picture shows every place once, used or masked") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const Rows rows = subject.table(query);
    const double issued = subject.metric(query, "issued");
    for (float width : {narrow_width, wide_width}) {
      const float high = width == narrow_width ? 136 : 160;
      double used = 0, all = 0;
      for (const Mark& mark :
           record(subject.load(query).scene(), {.width = width}).of(Mark::Kind::rect)) {
        const double area = static_cast<double>(mark.box.width) * mark.box.height;
        if (mark.box.y < 49 || mark.box.bottom() > 51 + high) continue;
        if (mark.style.fill == Role::surface) continue;  // lines between the places
        all += area;
        if (mark.part != "masked") used += area;
      }
      CHECK(used / all ==
            doctest::Approx(subject.metric(query, "utilization") / 100).epsilon(.001));
      CHECK(all / static_cast<double>(width == narrow_width ? 296 : 716) /
                static_cast<double>(high) ==
            doctest::Approx(1).epsilon(.001));
    }
    CHECK(std::stod(rows.back()[1]) == issued);
  }
}

TEST_CASE("warp-divergence: a bar for every number of lanes, which can be dragged") {
  const State state = subject.load("lanes=3");
  for (float width : {narrow_width, wide_width}) {
    const RecordingPainter painter = record(state.scene(), {.width = width});
    CHECK(scenes::filled(painter, "bars", Role::data) == 33);
    int handles = 0;
    for (const Mark& mark : painter.of(Mark::Kind::hotspot)) {
      if (mark.action.key != "lanes") continue;
      ++handles;
      CHECK(mark.action.from_value == 0);
      CHECK(mark.action.to_value == 32);
    }
    CHECK(handles == 1);
  }
}

TEST_CASE("warp-divergence: the picture fits and keeps its height, for the whole grid") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("warp-divergence: what is refused") {
  State state(subject.description());
  CHECK(state.set("lanes", "33")->message ==
        "'Lanes that branch': got '33', expected a whole number from 0 to 32");
  CHECK(state.set("then", "0"));
  CHECK(state.set("otherwise", "65"));
  CHECK(contains(state.set("code", "predicate")->message, "did you mean 'predicated'?"));
  CHECK(state.query() == "");
}

}  // TESTS_OF(web::scenes::warps::warp_divergence)
