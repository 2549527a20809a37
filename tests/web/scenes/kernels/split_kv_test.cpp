// The scene `split-kv`: sentences and table, recorded runs, a merge by hand, and a picture that
// fits.
#include <cmath>

#include "core/device/gpu.hpp"
#include "core/kernels/measured_split_kv.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::split_kv) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(scenes::split_kv());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* splits : {"1", "17", "256"})
    for (const char* more :
         {"", "&batch=32&heads=32&context=1024", "&heads=1&gpu=b200", "&gpu=v100&sharing=64",
          "&pieces=8&scores=6,-6,6,-6,0,0,0,0", "&pieces=1", "&sharing=8&pieces=8&context=131072"})
      queries.push_back("splits=" + std::string(splits) + more);
  return queries;
}

// Cells of a map, by the opacity that says how many blocks.
int cells(const std::string& query, const std::string& part, Role role) {
  int area = 0;
  const RecordingPainter painter = record(subject.load(query).scene(), {});
  for (const Mark& mark : painter.marks())
    if (mark.part == part && mark.kind == Mark::Kind::rect && mark.style.fill == role) ++area;
  return area;
}

}  // namespace

TEST_CASE("split-kv: the numbers of its sentences") {
  CHECK(subject.metric("", "keys") == 3856);
  CHECK(subject.metric("", "waves") == 2);
  CHECK(subject.metric_text("", "measured_speedup") == "14.5");
  CHECK(subject.metric("", "measured") == 190.56);
  subject.check_says("", {8.5});
  CHECK(subject.metric("splits=1", "speedup") == 1);
  CHECK(subject.metric("splits=1", "blocks") == 8);
  CHECK(subject.metric("splits=1", "keys") == 65536);
  CHECK(subject.metric("splits=1", "measured") == 2770.62);
  subject.check_says("splits=1", {132});
  CHECK(subject.metric("splits=16&gpu=b200", "speedup") == 16);
  CHECK(subject.metric("splits=16&gpu=b200", "blocks") == 128);
  CHECK(subject.metric("splits=16&gpu=b200", "busy") == 128);
  CHECK(subject.metric("splits=16&gpu=b200", "keys") == 4096);
  subject.check_says("splits=16&gpu=b200", {148});
}

TEST_CASE("split-kv: blocks on SMs by hand") {
  CHECK(subject.metric("splits=1", "busy") == 8);
  CHECK(subject.metric("splits=1", "share") == doctest::Approx(100 * 8 / 132.));
  CHECK(subject.metric("", "blocks") == 136);
  CHECK(subject.metric("", "busy") == 132);
  CHECK(subject.metric("", "fill") == 17);
  CHECK(subject.metric("batch=4", "fill") == 5);
  CHECK(subject.metric("gpu=a100", "fill") == 14);
  // Two waves of 17 pieces are slower than one of 16.
  CHECK(subject.metric("splits=16", "speedup") == 16);
  CHECK(subject.metric("", "speedup") == doctest::Approx(65536. / (2 * 3855)).epsilon(0.001));
  CHECK(subject.metric("sharing=1", "rows") == 63);
  CHECK(subject.metric("sharing=8", "rows") == 56);
}

TEST_CASE("split-kv: recorded runs") {
  for (const kernels::h200::SplitRun& run : kernels::h200::split_runs) {
    const std::string query =
        "splits=" + std::to_string(run.splits) + "&batch=" + std::to_string(run.batch) +
        "&heads=" + std::to_string(run.heads) + "&context=" + std::to_string(run.context);
    CAPTURE(query);
    CHECK(subject.metric(query, "measured") == run.us);
    // Within a fifth of the computed speed, while no SM has a second block and keys take the time.
    if (run.context == 65536 && run.batch * run.heads * run.splits <= 132)
      CHECK(subject.metric(query, "measured_speedup") ==
            doctest::Approx(subject.metric(query, "speedup")).epsilon(0.2));
  }
  CHECK(subject.metric("splits=64", "measured_speedup") == doctest::Approx(2770.62 / 88));
  for (const char* other : {"gpu=h100", "sharing=2", "splits=18", "heads=4"})
    CHECK(contains(subject.status(other), "ot measured."));
}

TEST_CASE("split-kv: the table has powers of two, recorded numbers and the chosen one") {
  const Rows rows = subject.table("splits=20");
  REQUIRE(rows.size() == 12);
  CHECK(rows[0] == std::vector<std::string>{"1", "8", "65,536", "1.00", "1.00", "2,771"});
  CHECK(rows[4] == std::vector<std::string>{"16", "128", "4,096", "16.0", "14.3", "194"});
  CHECK(rows[6] == std::vector<std::string>{"20", "160", "3,277", "10.0", "–", "–"});
}

TEST_CASE("split-kv: the example's merge is its softmax") {
  const double scores[] = {1, 3, 0.5, 2, -1, 4, 0, 2.5}, numbers[] = {2, 5, -3, 1, 8, 4, -6, 3};
  double sum = 0, all = 0;
  for (int i = 0; i < 8; ++i) {
    sum += std::exp(scores[i]);
    all += std::exp(scores[i]) * numbers[i];
  }
  for (int pieces = 1; pieces <= 8; ++pieces) {
    const std::string query = "pieces=" + std::to_string(pieces);
    CHECK(subject.metric(query, "merged") == doctest::Approx(all / sum));
  }
}

TEST_CASE("split-kv: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("splits", "257")->message, "1 to 256"));
  CHECK(state.set("scores", "1,2"));
  CHECK(state.query() == "");
}

TEST_CASE("split-kv: every GPU that is known is offered") {
  std::vector<std::string> known;
  for (const device::Gpu& gpu : device::gpus()) known.emplace_back(gpu.id);
  CHECK(subject.offered("gpu") == known);
}

TEST_CASE("split-kv: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("split-kv: the maps show idle SMs, and a line can be dragged") {
  CHECK(cells("splits=1", "one", Role::grid) > 0);
  CHECK(cells("", "split", Role::grid) == 0);
  CHECK(cells("splits=16", "split", Role::grid) > 0);
  subject.check_drag("", "splits", {"1", "16", "256"});
}

}  // TESTS_OF(web::scenes::kernels::split_kv)
