// `sparse-attention`: sentences, rows, recall and costs counted in another way.
#include <algorithm>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::positions::sparse_attention) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(sparse_attention());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* tokens : {"32", "128"})
    for (const char* k : {"4", "64"})
      for (const char* sharpness : {"0", "8"})
        for (const char* noise : {"0", "4"})
          for (const char* cost : {"context=1024&budget=8192", "context=131072&budget=256"})
            queries.push_back("tokens=" + std::string(tokens) + "&k=" + k +
                              "&sharpness=" + sharpness + "&noise=" + noise + "&" + cost);
  return queries;
}

}  // namespace

TEST_CASE("sparse-attention: the numbers of its sentences") {
  CHECK(subject.metric_text("", "recall") == "80");
  CHECK(subject.metric_text("", "best") == "93");
  CHECK(subject.metric_text("", "indexer") == "79");
  subject.check_says("", {7.4});
  CHECK(subject.metric("sharpness=0&k=64", "recall") == 100);
  CHECK(subject.metric("sharpness=0&k=64", "best") == 100);
  CHECK(subject.metric_text("sharpness=0&k=64", "indexer") == "79");
  subject.check_says("sharpness=0&k=64", {7.4});
  CHECK(subject.metric_text("context=1024", "recall") == "80");
  CHECK(subject.metric_text("context=1024", "best") == "93");
  CHECK(subject.metric_text("context=1024", "indexer") == "6");
  subject.check_says("context=1024", {105.9});
}

TEST_CASE("sparse-attention: costs by the dimensions of the released model") {
  // 128 heads on 576 + 512 numbers, or 192 + 128; 64 heads of 128 in the indexer.
  constexpr double absorbed = 128 * 2 * (576 + 512), rebuilt = 128 * 2 * (192 + 128),
                   index = 64 * 2 * 128;
  for (int context : {1024, 4096, 65536, 131072})
    for (int budget : {256, 2048, 8192}) {
      const std::string query =
          "context=" + std::to_string(context) + "&budget=" + std::to_string(budget);
      const double sparse = index * context + absorbed * std::min(context, budget);
      CHECK(subject.metric(query, "times") == doctest::Approx(absorbed * context / sparse));
      CHECK(subject.metric(query, "rebuilt") == doctest::Approx(rebuilt * context / sparse));
      CHECK(subject.metric(query, "indexer") == doctest::Approx(100 * index * context / sparse));
    }
}

TEST_CASE("sparse-attention: the heaviest recall most, all recall all") {
  for (const char* seed : {"1", "2", "3"})
    for (const char* noise : {"0", "1", "4"}) {
      const std::string query = "tokens=64&seed=" + std::string(seed) + "&noise=" + noise;
      CHECK(subject.metric(query, "recall") <= subject.metric(query, "best") + 1e-9);
      CHECK(subject.metric(query + "&k=64", "recall") == doctest::Approx(100));
    }
  // Spread over all alike, 16 of 64 have a quarter, whichever they are.
  for (const char* key : {"recall", "best"})
    CHECK(subject.metric("sharpness=0&noise=0", key) == doctest::Approx(25));
  CHECK(subject.metric("noise=4&seed=3", "recall") < subject.metric("noise=4&seed=3", "best") / 2);
}

TEST_CASE("sparse-attention: the picture's chosen bars are those of the simulator") {
  for (int k : {4, 16, 40}) {
    const State state = subject.load("k=" + std::to_string(k));
    const RecordingPainter painter = record(state.scene(), {});
    CHECK(filled(painter, "weights", Role::compute) == k);
    const std::vector<Mark> bars = painter.of(Mark::Kind::rect);
    CHECK(std::count_if(bars.begin(), bars.end(), [](const Mark& mark) {
            return mark.part == "index" && mark.style.stroke == Role::waste;
          }) == 64 - k);
  }
}

TEST_CASE("sparse-attention: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::positions::sparse_attention)
