// `context-stretch`: sentences, rows, and frequencies by the formulas of the papers.
#include <cmath>
#include <numbers>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::positions::context_stretch) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(context_stretch());

std::string at(const std::string& query, int pair) {
  return query + "&pair=" + std::to_string(pair);
}

double plain(int pair, double theta) { return std::pow(theta, -pair / 64.); }

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* scaling : {"none", "linear", "dynamic", "yarn", "llama3"})
    for (const char* original : {"1024", "32768"})
      for (const char* factor : {"2", "64"})
        for (const char* theta : {"1000", "10000", "1000000"})
          for (const char* pair : {"0", "63"})
            queries.push_back("scaling=" + std::string(scaling) + "&original=" + original +
                              "&factor=" + factor + "&theta=" + theta + "&pair=" + pair);
  return queries;
}

}  // namespace

TEST_CASE("context-stretch: the numbers of its sentences") {
  CHECK(subject.metric("", "slowest") == 32);
  CHECK(subject.metric_text("", "temperature") == "1.813");
  subject.check_says("", {131072, 21, 64, 18, 25});
  CHECK(subject.metric("scaling=none", "unseen") == 18);
  subject.check_says("scaling=none", {131072});
  CHECK(subject.metric("scaling=linear&factor=8", "unseen") == 0);
  CHECK(subject.metric("scaling=linear&factor=8", "division") == 8);
  subject.check_says("scaling=linear&factor=8", {32768, 64, 64});
  CHECK(subject.metric("scaling=llama3&original=8192&factor=16&theta=500000", "unseen") == 29);
  CHECK(subject.metric("scaling=llama3&original=8192&factor=16&theta=500000", "division") == 8);
  subject.check_says("scaling=llama3&original=8192&factor=16&theta=500000", {131072, 64, 6});
}

TEST_CASE("context-stretch: divisions by the papers' formulas") {
  for (int pair : {0, 11, 30, 45, 63})
    for (int s : {4, 32}) {
      const std::string factor = "&factor=" + std::to_string(s);
      CHECK(subject.metric(at("scaling=none" + factor, pair), "division") == 1);
      CHECK(subject.metric(at("scaling=linear" + factor, pair), "division") == doctest::Approx(s));
      CHECK(subject.metric(at("scaling=dynamic" + factor, pair), "division") ==
            doctest::Approx(std::pow(s, pair / 63.)));
      const double turns = 4096 * plain(pair, 1e4) / (2 * std::numbers::pi);
      const double kept = std::min(1., std::max(0., (turns - 1) / 31));
      CHECK(subject.metric(at("scaling=yarn&ramp=turns" + factor, pair), "division") ==
            doctest::Approx(1 / ((1 - kept) / s + kept)));
      CHECK(subject.metric("scaling=yarn" + factor, "temperature") ==
            doctest::Approx(std::pow(0.1 * std::log(s) + 1, 2)));
      CHECK(subject.metric(at("scaling=none" + factor, 0), "step") ==
            doctest::Approx(180 / std::numbers::pi));
    }
}

TEST_CASE("context-stretch: new angles are those beyond what a pair that never turned had") {
  for (int original : {1024, 4096, 32768})
    for (int theta : {10000, 500000}) {
      const std::string query =
          "&original=" + std::to_string(original) + "&theta=" + std::to_string(theta);
      int slow = 0;
      for (int pair = 0; pair < 64; ++pair)
        slow += original * plain(pair, theta) < 2 * std::numbers::pi;
      CHECK(subject.metric("scaling=none" + query, "unseen") == slow);
      CHECK(subject.metric("scaling=linear" + query, "unseen") == 0);
      CHECK(subject.metric("scaling=yarn&ramp=turns" + query, "unseen") == 0);
    }
  CHECK(subject.metric("scaling=dynamic", "unseen") > 0);
}

TEST_CASE("context-stretch: at token 100,000 the slowest point where training on 4,096 never did") {
  for (int pair = 60; pair < 64; ++pair) {
    const double turns = plain(pair, 1e4) / (2 * std::numbers::pi);
    CHECK(std::fmod(100000 * turns, 1) > 4096 * turns);
  }
}

TEST_CASE(
    "context-stretch: the paper's ramp and the code's agree at the ends and nowhere between") {
  const Rows paper = subject.table("ramp=turns"), code = subject.table("");
  REQUIRE(paper.size() == code.size());
  for (size_t i = 0; i < code.size(); ++i) {
    const bool end = code[i][3] == "1.00" || code[i][3] == "32.00";
    CHECK((paper[i][3] == code[i][3]) == end);
  }
}

TEST_CASE("context-stretch: the ramp's ends can be dragged") {
  const RecordingPainter painter = record(subject.load("").scene(), {});
  int drags = 0;
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    drags += mark.action.key == "fast" || mark.action.key == "slow";
  CHECK(drags == 2);
}

TEST_CASE("context-stretch: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::positions::context_stretch)
