// `attention-sink`: sentences, rows, and weights against the law that eviction follows.
#include <algorithm>

#include "tests/web/scenes/subject.hpp"
#include "web/scene/seal.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::positions::attention_sink) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(attention_sink());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* sink : {"none", "first", "learned"})
    for (const char* window : {"2", "9", "24"})
      for (const char* pull : {"0", "4", "8"})
        for (const char* tokens : {"12", "48"})
          for (const char* seed : {"1", "77"})
            queries.push_back("sink=" + std::string(sink) + "&window=" + window + "&pull=" + pull +
                              "&tokens=" + tokens + "&seed=" + seed + "&sinks=3");
  return queries;
}

}  // namespace

TEST_CASE("attention-sink: the numbers of its sentences") {
  CHECK(subject.metric_text("", "sink") == "68");
  CHECK(subject.metric_text("", "loudness") == "4.84");
  subject.check_says("", {23});
  subject.check_says("step=3", {3, 96});
  CHECK(subject.metric_text("sink=first", "sink") == "68");
  subject.check_says("sink=first", {23, 0.687});
  CHECK(subject.metric_text("sink=learned&pull=5", "sink") == "75");
  subject.check_says("sink=learned&pull=5", {23, 0.631});
}

TEST_CASE("attention-sink: without the first token, the others' shares grow by what it had") {
  for (const char* seed : {"1", "2", "3"})
    for (const char* pull : {"2", "4", "8"}) {
      const std::string query = "seed=" + std::string(seed) + "&pull=" + pull + "&window=23";
      // A window of 23 evicts nothing but the first of 24, whose value is 0.
      const double share = subject.metric(query, "sink") / 100;
      CHECK(subject.metric(query, "loudness") == doctest::Approx(1 / (1 - share)));
      CHECK(subject.metric(query + "&sink=first", "loudness") == doctest::Approx(1));
    }
}

TEST_CASE(
    "attention-sink: a window nearly as long as the one asked about does not tell its number") {
  Seal seal;
  seal.ask(*asked_of(subject.load("sink=none&window=23"), "loudness"));
  for (const char* window : {"20", "21", "22", "23"}) {
    CHECK(seal.hides(subject.load("sink=none&window=" + std::string(window))));
    const State first = subject.load("sink=first&window=" + std::string(window));
    CHECK_FALSE(seal.hides(first));
    CHECK(lists(seal.parts(first), "loudness"));
    CHECK(lists(seal.columns(first), "Size: no sink"));
  }
  const State opening = subject.load("sink=first");
  CHECK_FALSE(seal.hides(opening));
  CHECK_FALSE(lists(seal.parts(opening), "loudness"));
}

TEST_CASE("attention-sink: as long as the window holds all, nothing changes") {
  for (const char* sink : {"none", "first", "learned"}) {
    const Rows rows = subject.table("sink=" + std::string(sink));
    CHECK(rows.size() == 24);
    for (size_t i = 0; i < 8; ++i)
      for (const size_t column : std::initializer_list<size_t>{3, 4, 5})
        CHECK(rows[i][column] == "1.00");
  }
}

TEST_CASE("attention-sink: a bar for every token so far, and one of each kind of the cache's") {
  for (const char* sink : {"none", "first"}) {
    const State state = subject.load("sink=" + std::string(sink) + "&sinks=2");
    for (int step : {0, 5, 23}) {
      const RecordingPainter painter = record(state.scene(), {.step = step});
      const bool first = std::string(sink) == "first" || step < 8;
      CHECK(filled(painter, "weights", Role::data) == (first ? 1 : 0));
      const int window = std::min(step + 1, 8);
      CHECK(filled(painter, "weights", Role::compute) ==
            (step < 8 ? step : window + (first ? 1 : 0)));
    }
  }
}

TEST_CASE("attention-sink: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 9);
}

}  // TESTS_OF(web::scenes::positions::attention_sink)
