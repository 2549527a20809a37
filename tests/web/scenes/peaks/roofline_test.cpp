// The scene `roofline`: sentences, the reader's own point, and a picture that fits for every state.
#include "web/scenes/peaks/roofline.hpp"

#include <algorithm>
#include <cmath>

#include "core/device/measured_operations.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::peaks::roofline) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(roofline());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const Parameter& parameter : subject.description().parameters)
    if (parameter.key == "operation")
      for (const Choice& operation : parameter.choices)
        for (const char* rest :
             {"", "&gpu=h100", "&gpu=b200&number=fp4", "&gpu=v100&number=fp32",
              "&m=1&count=1&rows=1&tokens=1&n=1&k=1", "&phase=decode&batch=64&tokens=131072",
              "&number=int8&experts=256&topk=8&tokens=1000000&m=65536&k=65536&n=65536",
              "&own=1e9,1e9,0.001", "&own=1e24,1,1e-12", "&own=1,1e24,1e12"})
          queries.push_back("operation=" + std::string(operation.value) + rest);
  return queries;
}

}  // namespace

TEST_CASE("roofline: the numbers of its sentences") {
  CHECK(subject.metric_text("", "intensity") == "2730.67");
  CHECK(subject.metric("", "ridge") == 206.125);
  CHECK(subject.metric_text("", "time") == "1111.3");
  subject.check_says("", {1.1, 403, 7.5});
  CHECK(subject.metric("n=1", "ridge") == 206.125);
  CHECK(subject.cell("", "Matrix product, 8,192 × 8,192 by 8,192 × 8,192", "FLOPs a byte") ==
        "2,731");
  CHECK(subject.metric_text("n=1", "time") == "28.0");
  subject.check_says("n=1", {134, 134, 0.5});
  CHECK(subject.metric("operation=vector_add&count=4096", "ridge") == 206.125);
  CHECK(subject.metric("operation=vector_add&count=4096", "time") == 0.5012);
  subject.check_says("operation=vector_add&count=4096", {4.1, 24.6, 0.167, 5.12});
  CHECK(subject.metric_text("operation=softmax", "time") == "55.9");
  CHECK(contains(subject.status("operation=softmax&number=fp32"), "the units reach at most "));
  CHECK(subject.metric("operation=vector_add&count=1", "ridge") == 206.125);
  CHECK(subject.cell("operation=vector_add&count=1", "softmax, 16,384 × 4,096", "FLOPs a byte") ==
        "1.25");
  CHECK(subject.metric("operation=vector_add&count=1", "time") == 0.5012);
  subject.check_says("operation=vector_add&count=1", {6, 0.167});
  subject.check_says("own=1.1e12,4e8,2e-3", {55.6});
  subject.check_says("own=1e6,4e8,1e-3", {8.3});
  subject.check_says("own=1e6,4e8,1e-6", {83.3});
}

TEST_CASE("roofline: what contradicts is refused, and says why") {
  State state(subject.description());
  CHECK(state.set("number", "fp4")->message == "'Number format': the H200 has no units for FP4");
  CHECK(state.load("operation=moe&experts=2&topk=4")->message ==
        "'Experts of a token': got 4, expected at most 'Experts', 2");
  CHECK(contains(state.set("own", "1e9 2e9")->message, "'Your own'"));
  CHECK(contains(state.set("own", "1e9 -2e9 1")->message, "'Your own'"));
  CHECK(state.query() == "");
}

TEST_CASE("roofline: the choices are those of the simulator") {
  for (const Parameter& parameter : subject.description().parameters) {
    if (parameter.key == "gpu") {
      REQUIRE(parameter.choices.size() == device::all_peaks().size());
      for (size_t i = 0; i < parameter.choices.size(); ++i) {
        CHECK(parameter.choices[i].value == device::all_peaks()[i].id);
        CHECK(parameter.choices[i].label == device::all_peaks()[i].name);
      }
    }
    if (parameter.key == "number") {
      REQUIRE(parameter.choices.size() == device::unit_formats.size());
      for (size_t i = 0; i < parameter.choices.size(); ++i) {
        CHECK(parameter.choices[i].value == device::unit_formats[i].id);
        CHECK(parameter.choices[i].label == device::unit_formats[i].name);
      }
    }
  }
}

TEST_CASE("roofline: measured operations stand beside an H200 in BF16") {
  CHECK(subject.table("").size() == 15);
  CHECK(subject.table("gpu=h100").size() == 1);
  CHECK(subject.table("number=fp8").size() == 1);
  const RecordingPainter painter = record(subject.load("").scene(), {});
  int rings = 0;
  for (const Mark& mark : painter.marks())
    rings += mark.part == "measured" && mark.style.stroke == Role::data;
  CHECK(rings >= 14);
  const auto says = [](const char* query, const char* text) {
    const RecordingPainter drawn = record(subject.load(query).scene(), {});
    const auto texts = drawn.of(Mark::Kind::text);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const Mark& mark) { return mark.text == text; });
  };
  CHECK(says("", "81%"));
  // Fused by the compiler: fewer bytes than counted here.
  CHECK(says("operation=attention_naive", "PyTorch, compiled"));
  CHECK(says("operation=attention_naive", "1.94"));
  CHECK(says("operation=attention_naive", "× the unfused limit"));
  CHECK_FALSE(says("operation=attention_naive&batch=2", "PyTorch, compiled"));
  CHECK(says("operation=vector_add&count=4096", "8.17 GFLOP/s"));
}

TEST_CASE("roofline: a ring leads to the state of its operation") {
  const auto all = device::h200::measured_operations();
  for (size_t i = 0; i < all.size(); ++i) {
    const OperationState state = state_of(i);
    const std::string query =
        "operation=" + std::string(state.operation) + "&" + std::string(state.sizes);
    CAPTURE(query);
    const device::Peaks& h200 = device::all_peaks()[3];
    const device::Roof roof = *device::roofline(h200, device::unit_formats[3], all[i].work, 0);
    CHECK(subject.metric(query, "intensity") == roof.intensity);
    CHECK(subject.table(query)[0][1] == subject.table("")[i + 1][1]);
  }
}

TEST_CASE("roofline: the picture fits, for the whole grid, at both widths") {
  for (const std::string& query : grid()) {
    State state(subject.description());
    if (!state.load(query)) subject.check_pictures(query, 1);
  }
}

}  // TESTS_OF(web::scenes::peaks::roofline)
