// The scene `block-size`: its numbers, and bars that are as long as their times.
#include "core/sm/measured_block_sizes.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::warps::block_size) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(block_size());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const std::string& kernel : subject.offered("kernel"))
    for (const std::string& threads : subject.offered("threads"))
      for (const char* starts : {"left-out", "counted"})
        queries.push_back("kernel=" + kernel + "&threads=" + threads + "&starts=" + starts);
  return queries;
}

}  // namespace

TEST_CASE("block-size: measured times, the model, and what the model leaves out") {
  CHECK(subject.metric_text("", "time") == "243.0");
  CHECK(subject.metric_text("", "model") == "176.8");
  CHECK(subject.metric("", "warps") == 64);
  CHECK(subject.metric("", "fastest") == 192);
  CHECK(subject.metric("threads=32", "warps") == 32);
  subject.check_says("threads=32", {1.26, 0.60, 1.26});
  CHECK(subject.metric("threads=32&starts=counted", "times") == doctest::Approx(1));
  CHECK(subject.metric("kernel=transpose", "fastest") == 64);
  CHECK(subject.cell("kernel=registers", "448", "Warps on an SM") == "14");
  subject.check_says("kernel=registers&threads=1024", {96, 98304, 65536});
  for (const Metric& metric : subject.load("kernel=transpose&threads=96").scene().metrics())
    CHECK(metric.key != "time");
}

TEST_CASE("block-size: equal lengths are equal times, at both widths") {
  for (const float width : {narrow_width, wide_width}) {
    const RecordingPainter painter = record(subject.load("").scene(), {.width = width});
    std::vector<float> bars;
    for (const Mark& mark : painter.marks())
      if (mark.part == "measured" && mark.kind == Mark::Kind::rect && mark.box.height < 11)
        bars.push_back(mark.box.width);
    const auto runs = sm::h200::sized_kernels[0].runs;
    // The legend's two samples come first.
    REQUIRE(bars.size() == runs.size() + 2);
    for (size_t i = 0; i < runs.size(); ++i)
      CHECK(static_cast<double>(bars[i + 2] / bars[2]) ==
            doctest::Approx(runs[i].us / runs[0].us).epsilon(0.001));
  }
}

TEST_CASE("block-size: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::warps::block_size)
