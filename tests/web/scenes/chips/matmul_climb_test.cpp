// The scene `matmul-climb`: sentences, the table, and a picture for every step.
#include "web/scenes/chips/matmul_climb.hpp"

#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::matmul_climb) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(matmul_climb());

}  // namespace

TEST_CASE("matmul-climb: the numbers of its sentences") {
  subject.check_says("step=0", {2025, 4096});
  subject.check_says("step=6", {6, 1429, 81.1, 3.97});
  subject.check_says("step=1", {5, 0.3});
  subject.check_says("step=2", {155, 8.8, 30});
  subject.check_says("step=5", {360.2, 20.4, 1.23});
  subject.check_says("step=7", {1493, 84.7, 1.04, 64, 6});
  CHECK(subject.cell("", "8", "TFLOP/s") == "1,772");
  CHECK(subject.cell("", "8", "Of cuBLAS") == "100.5%");
}

TEST_CASE("matmul-climb: the table") {
  const Rows rows = subject.table("");
  REQUIRE(rows.size() == 8);
  CHECK(rows[0] == std::vector<std::string>{"1", "naive", "5", "0.3%", "0.2%", "–", "2025-08-28"});
  CHECK(rows[6] == std::vector<std::string>{"7", "output in turns", "1,493*", "84.7%", "66.4%",
                                            "1.04", "2025-09-12"});
}

TEST_CASE("matmul-climb: pictures fit at every step, on both axes") {
  for (const char* query : {"", "axis=log"}) subject.check_pictures(std::string(query), 1);
}

TEST_CASE("matmul-climb: rows go to their steps") {
  std::set<std::string> steps;
  for (const Mark& mark : record(subject.load("").scene(), {}).of(Mark::Kind::hotspot))
    if (mark.action.key == "step") steps.insert(mark.action.value);
  CHECK(steps.size() == 8);
}

}  // TESTS_OF(web::scenes::chips::matmul_climb)
