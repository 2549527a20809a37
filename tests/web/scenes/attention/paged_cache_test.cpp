// `paged-cache`: sentences, rows, and what the memory holds at every step, counted in another way.
#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::paged_cache) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(paged_cache());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* policy : {"contiguous", "paged"})
    for (const char* page : {"1", "3", "16"})
      for (const char* slots : {"64", "128"})
        for (const char* shared : {"0", "10"})
          for (const char* more : {"reserve=32", "reserve=64&requests=2", "reserve=50&seed=7"})
            queries.push_back("policy=" + std::string(policy) + "&page=" + page +
                              "&slots=" + slots + "&shared=" + shared + "&" + more);
  return queries;
}

// Steps until all is done when at most `at_once` run: the first that is free takes the next.
int steps_in_line(const Rows& rows, int at_once) {
  std::multiset<int> free;
  for (int i = 0; i < at_once; ++i) free.insert(0);
  int last = 0;
  for (const auto& row : rows) {
    const int end = *free.begin() + std::stoi(row[2]);
    free.erase(free.begin());
    free.insert(end);
    last = std::max(last, end);
  }
  return last;
}

}  // namespace

TEST_CASE("paged-cache: the numbers of its sentences") {
  CHECK(subject.metric("", "together") == 8);
  subject.check_says("step=1", {3, 5, 75, 8});
  subject.check_says("policy=paged&step=4", {8, 0, 13, 88, 3});
  subject.check_says("policy=paged&shared=10&step=4", {6, 2, 11, 88, 40, 2, 3});
  subject.check_says("policy=paged&page=2&slots=64&step=7", {4, 4, 2, 56, 5, 2});
  subject.check_says("policy=paged&step=21", {8, 12, 4});
}

TEST_CASE("paged-cache: the timeline has as many steps as the slower of both needs") {
  for (const char* query : {"", "policy=paged", "seed=5&requests=3"}) {
    const int steps = subject.load(query).scene().steps();
    CHECK(steps == std::max(subject.metric(query, "paged"), subject.metric(query, "contiguous")));
    int last = 0;
    for (const auto& row : subject.table(query))
      for (const size_t way : {size_t{3}, size_t{4}}) last = std::max(last, std::stoi(row[way]));
    CHECK(last == steps);
  }
}

TEST_CASE("paged-cache: stretches run as many at once as fit, in a line") {
  for (const char* slots : {"64", "96", "128"})
    for (const char* reserve : {"32", "48", "64"})
      for (const char* seed : {"1", "2", "3"}) {
        const std::string query =
            "slots=" + std::string(slots) + "&reserve=" + reserve + "&seed=" + seed;
        const int at_once = std::stoi(slots) / std::stoi(reserve);
        CHECK(subject.metric(query, "contiguous") == steps_in_line(subject.table(query), at_once));
        CHECK(subject.metric(query, "reserved") == at_once);
      }
}

TEST_CASE("paged-cache: smaller pages leave less empty, and pages of one token nothing") {
  for (const char* seed : {"1", "5", "9"}) {
    const std::string query = "seed=" + std::string(seed);
    CHECK(subject.metric(query + "&page=1", "waste") == 0);
    CHECK(subject.metric(query + "&page=4", "waste") < subject.metric(query, "lost"));
    CHECK(subject.metric(query + "&page=2", "waste") < subject.metric(query + "&page=16", "waste"));
  }
}

TEST_CASE("paged-cache: a cell for every token, at every step") {
  for (const char* query : {"", "policy=paged", "policy=paged&page=3&slots=64"}) {
    const State state = subject.load(query);
    for (int step = 0; step <= state.scene().steps(); ++step) {
      const RecordingPainter painter = record(state.scene(), {.step = step});
      int letters = 0, stored = 0;
      for (const Mark& mark : painter.of(Mark::Kind::text)) letters += mark.part == "memory";
      // Of a running request, its prompt and what it has made: as its tooltip says.
      std::set<std::string> running;
      for (const Mark& mark : painter.of(Mark::Kind::text))
        if (mark.part == "memory") running.insert(mark.text);
      for (const Mark& mark : painter.of(Mark::Kind::hotspot)) {
        if (mark.part != "requests" || !running.contains(mark.text.substr(0, 1))) continue;
        const size_t of = mark.text.find("of "), and_at = mark.text.find("and ");
        stored += std::stoi(mark.text.substr(of + 3)) + std::stoi(mark.text.substr(and_at + 4));
      }
      CHECK_MESSAGE(letters == stored, query << " step " << step);
    }
  }
}

TEST_CASE("paged-cache: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 6);
}

}  // TESTS_OF(web::scenes::attention::paged_cache)
