// The scene `fusion`: sentences and table, PyTorch's recorded runs, and a picture that fits.
#include "core/device/gpu.hpp"
#include "core/kernels/measured_fusion.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::fusion) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(scenes::fusion());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* operations : {"1", "3", "8"})
    for (const char* further : {"0", "1", "8"})
      for (const char* elements : {"65536", "8388608", "268435456"})
        for (const char* more : {"", "&gpu=h100&number=fp32", "&gpu=v100&number=fp8"})
          queries.push_back("operations=" + std::string(operations) + "&further=" + further +
                            "&elements=" + elements + more);
  return queries;
}

int arrows(const std::string& query, const std::string& part) {
  int found = 0;
  const RecordingPainter painter = record(subject.load(query).scene(), {});
  for (const Mark& mark : painter.marks())
    found += mark.part == part && mark.kind == Mark::Kind::line && mark.style.stroke == Role::data;
  return found;
}

}  // namespace

TEST_CASE("fusion: the numbers of its sentences") {
  CHECK(subject.metric("", "passes") == 7);
  CHECK(subject.metric_text("", "moved") == "470");
  CHECK(subject.metric_text("", "fused_moved") == "201");
  CHECK(subject.metric_text("", "time") == "103.6");
  CHECK(subject.metric("", "fused_time") == 43.86304);
  CHECK(subject.metric("", "measured") == 180.99);
  CHECK(subject.metric("", "fused_measured") == 60.61);
  subject.check_says("", {67.1});
  CHECK(subject.metric("operations=8&further=0&elements=65536", "passes") == 16);
  CHECK(subject.metric("operations=8&further=0&elements=65536", "moved") == 2.097152);
  CHECK(subject.metric("operations=8&further=0&elements=65536", "fused_moved") == 0.262144);
  CHECK(subject.metric_text("operations=8&further=0&elements=65536", "time") == "15.6");
  CHECK(subject.metric_text("operations=8&further=0&elements=65536", "launch") == "1.92");
  CHECK(subject.metric("operations=8&further=0&elements=65536", "measured") == 16.67);
  CHECK(subject.metric("operations=8&further=0&elements=65536", "fused_measured") == 3.23);
  subject.check_says("operations=8&further=0&elements=65536", {131, 1.95});
  CHECK(subject.metric("operations=2&further=8&gpu=b200&number=fp32", "passes") == 6);
  CHECK(subject.metric_text("operations=2&further=8&gpu=b200&number=fp32", "moved") == "805");
  CHECK(subject.metric_text("operations=2&further=8&gpu=b200&number=fp32", "fused_moved") == "537");
  CHECK(subject.metric_text("operations=2&further=8&gpu=b200&number=fp32", "time") == "104.5");
  CHECK(subject.metric_text("operations=2&further=8&gpu=b200&number=fp32", "fused_time") == "69.0");
  subject.check_says("operations=2&further=8&gpu=b200&number=fp32", {134, 4});
}

TEST_CASE("fusion: passes by hand") {
  for (int operations = 1; operations <= 8; ++operations)
    for (int further = 0; further <= operations; ++further) {
      const std::string query =
          "operations=" + std::to_string(operations) + "&further=" + std::to_string(further);
      CHECK(subject.metric(query, "passes") == 2 * operations + further);
      CHECK(subject.metric(query, "fused_passes") == 2 + further);
      // The picture has an arrow for every pass.
      CHECK(arrows(query, "unfused") == 2 * operations + further);
      CHECK(arrows(query, "fused") == 2 + further);
    }
  const double bytes = 7. * 8192 * 4096 * 2;
  CHECK(subject.metric("", "moved") == bytes / 1e6);
  CHECK(subject.metric("", "time") == doctest::Approx(bytes / 4.8e6 + 3 * 1.92));
  CHECK(subject.metric("gpu=h100", "time") == doctest::Approx(bytes / 3.35e6 + 3 * 1.92));
}

TEST_CASE("fusion: every recorded run is shown, and none is faster than its bytes in memory") {
  for (const kernels::h200::FusionRun& run : kernels::h200::fusion_runs) {
    const std::string query = "operations=" + std::to_string(run.operations) +
                              "&further=" + std::to_string(run.extra) +
                              "&elements=" + std::to_string(run.elements);
    CAPTURE(query);
    CHECK(subject.metric(query, "measured") == run.eager_us);
    CHECK(subject.metric(query, "fused_measured") == run.compiled_us);
    if (run.elements < 1 << 25) continue;
    CHECK(run.eager_us > subject.metric(query, "time"));
    CHECK(run.compiled_us > subject.metric(query, "fused_time"));
  }
  CHECK_FALSE(contains(subject.status("gpu=h100"), "PyTorch"));
  CHECK(subject.table("gpu=h100")[0].back() == "–");
}

TEST_CASE("fusion: copies are slower than the published bandwidth, except in L2") {
  for (const kernels::h200::CopyRun& run : kernels::h200::copy_runs) {
    CAPTURE(run.bytes);
    if (run.bytes != 1 << 24) CHECK(run.gb_per_s() < 4800);
    CHECK(kernels::h200::find_copy_run(run.width, run.bytes) == &run);
  }
  CHECK(kernels::h200::find_copy_run(16, 1 << 24)->gb_per_s() > 4800);
  CHECK(subject.metric("", "copy") == doctest::Approx(3.982).epsilon(0.001));
}

TEST_CASE("fusion: more further tensors than operations are one for each") {
  CHECK(subject.status("operations=2&further=8") == subject.status("operations=2&further=2"));
}

TEST_CASE("fusion: values out of range are refused with the range") {
  State state(subject.description());
  CHECK(contains(state.set("operations", "9")->message, "1 to 8"));
  CHECK(contains(state.set("elements", "1000")->message, "65536 to 268435456"));
  CHECK(state.query() == "");
}

TEST_CASE("fusion: every GPU that is known is offered") {
  std::vector<std::string> known;
  for (const device::Gpu& gpu : device::gpus()) known.emplace_back(gpu.id);
  CHECK(subject.offered("gpu") == known);
}

TEST_CASE("fusion: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("fusion: dragging the edge chooses the operations, clicking one its further tensor") {
  subject.check_drag("further=0", "operations", {"1", "5", "8"});
  State state = subject.load("");
  for (const Mark& spot : record(state.scene(), {}).of(Mark::Kind::hotspot))
    if (contains(spot.text, "Operation 2 "))
      CHECK_FALSE(state.set(spot.action.key, spot.action.value));
  CHECK(state.values().text("further") == "2");
}

}  // TESTS_OF(web::scenes::kernels::fusion)
