// The scene `touched-experts`: sentence, averages by hand, and a picture that fits.
#include <cmath>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::touched_experts) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(scenes::touched_experts());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* batch : {"1", "16", "512"})
    for (const char* more : {"", "&experts=8&topk=2", "&experts=256&topk=64", "&experts=1&topk=1"})
      queries.push_back("batch=" + std::string(batch) + more);
  return queries;
}

}  // namespace

TEST_CASE("touched-experts: the averages of the closed form") {
  CHECK(subject.metric_text("", "share") == "64.4");
  subject.check_says("", {82.4});
  for (int batch : {1, 2, 16, 64, 512})
    CHECK(subject.metric("batch=" + std::to_string(batch), "expected") ==
          doctest::Approx(128 * (1 - std::pow(1 - 8 / 128., batch))));
  CHECK(subject.metric("batch=1", "touched") == 8);
  CHECK(subject.table("")[6] == std::vector<std::string>{"64", "125.9", "98.4%"});
}

TEST_CASE("touched-experts: a seed gives another step with the same average") {
  CHECK(subject.metric("seed=2", "expected") == subject.metric("", "expected"));
  bool other = false;
  for (int seed = 2; seed < 8; ++seed)
    other = other || subject.metric("seed=" + std::to_string(seed), "touched") !=
                         subject.metric("", "touched");
  CHECK(other);
}

TEST_CASE("touched-experts: more choices than experts are refused") {
  State state(subject.description());
  CHECK(contains(state.load("experts=4")->message,
                 "'Experts of a token': got 8, expected at most 'Experts', 4"));
}

TEST_CASE("touched-experts: the picture fits, and has a cell for each expert") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
  subject.check_drag("", "batch", {"1", "64", "512"});
}

}  // TESTS_OF(web::scenes::kernels::touched_experts)
