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

TEST_CASE("matmul-climb: sentences") {
  CHECK(subject.status("step=0") ==
        "Eight steps that Modular published in 2025: C = A·B on a B200, in BF16, N = 4,096. "
        "Modular measured them, we did not.");
  CHECK(subject.status("step=6") ==
        "Step 6, warp specialized: one warp copies, one multiplies, four write results. Of five "
        "buffers one is in use; copies fill the others. 1,429 TFLOP/s, 81.1% of cuBLAS, 3.97 times "
        "the step before.");
  CHECK(contains(subject.status("step=1"), "5 TFLOP/s, 0.3% of cuBLAS."));
  CHECK(contains(subject.status("step=2"), "155 TFLOP/s, 8.8% of cuBLAS, about 30 times the step"));
  CHECK(contains(subject.status("step=5"), "360.2 TFLOP/s, 20.4% of cuBLAS, 1.23 times"));
  CHECK(contains(subject.status("step=7"),
                 "1,493* TFLOP/s, 84.7% of cuBLAS, 1.04 times the step before. * Published as 64 "
                 "more than step 6."));
  CHECK(contains(subject.status(""), "1,772 TFLOP/s, 100.5% of cuBLAS"));
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
