// The scene `precision-ladder`: sentences, what a GPU lacks, and pictures of every GPU.
#include "web/scenes/peaks/precision_ladder.hpp"

#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::peaks::precision_ladder) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(precision_ladder());

}  // namespace

TEST_CASE("precision-ladder: the numbers of its sentences") {
  CHECK(subject.metric("", "uses") == 562.5);
  CHECK(subject.metric("", "peak") == 9000);
  CHECK(subject.metric("", "ridge") == 1125);
  CHECK(subject.cell("number=fp6", "FP6", "Bytes") == "0.75");
  CHECK(subject.metric("number=fp6", "peak") == 4500);
  CHECK(subject.metric("number=fp8", "uses") == 562.5);
  CHECK(subject.metric("number=fp8", "uses") == 562.5);
  CHECK(subject.metric("gpu=a100&number=int8", "peak") == 624);
  CHECK(subject.metric_text("gpu=a100&number=int8", "uses") == "306.0");
  CHECK(subject.metric_text("n=256", "reached") == "2731");
}

TEST_CASE("precision-ladder: from its side on, a product is limited by arithmetic") {
  for (const char* number : {"bf16", "fp8", "fp6", "fp4"}) {
    const std::string query = "number=" + std::string(number);
    const auto side = static_cast<int>(subject.metric(query, "side"));
    const auto peak = subject.metric(query, "peak");
    const auto reached = [&](int n) {
      return subject.metric(query + "&n=" + std::to_string(n), "reached");
    };
    CHECK(reached(side) == peak);
    CHECK(reached(side - 1) < peak);
    if (query != "number=fp6") CHECK(side == 844);
  }
}

TEST_CASE("precision-ladder: tables") {
  CHECK(subject.table("").back() ==
        std::vector<std::string>{"FP4", "0.5", "8", "9,000", "10,000", "1,125", "562.5", "9,000"});
  CHECK(subject.table("gpu=v100") == Rows{{"FP32", "4", "1", "15.7", "–", "17.4", "69.8", "15.7"},
                                          {"FP16", "2", "2", "125", "–", "138.9", "277.8", "125"}});
  CHECK(subject.metric("gpu=h200&number=fp8", "uses") == doctest::Approx(412.3).epsilon(0.001));
}

TEST_CASE("precision-ladder: its GPUs are those with known peaks, its formats the ladder's") {
  for (const Parameter& parameter : subject.description().parameters) {
    if (parameter.key == "gpu") {
      REQUIRE(parameter.choices.size() == device::all_peaks().size());
      for (std::size_t i = 0; i < parameter.choices.size(); ++i)
        CHECK(parameter.choices[i].value == device::all_peaks()[i].id);
    }
    if (parameter.key == "number") {
      REQUIRE(parameter.choices.size() == device::precisions().size());
      for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
        CHECK(parameter.choices[i].value == device::precisions()[i].id);
        CHECK(parameter.choices[i].label == device::precisions()[i].name);
      }
    }
  }
}

TEST_CASE("precision-ladder: pictures fit, and are as high for every GPU") {
  std::set<std::pair<float, float>> heights;
  for (const device::Peaks& gpu : device::all_peaks())
    for (const char* rest : {"", "&n=16", "&n=16384&axis=log", "&axis=log&n=100&number=fp32"}) {
      const std::string query = "gpu=" + std::string(gpu.id) + rest;
      subject.check_pictures(query, 1);
      for (float width : {narrow_width, wide_width})
        heights.insert({width, subject.load(query).scene().height(width)});
    }
  CHECK(heights.size() == 2);
}

TEST_CASE("precision-ladder: the longest bar fills at least half of every GPU's axis") {
  for (const device::Peaks& gpu : device::all_peaks()) {
    float longest = 0;
    const RecordingPainter painter =
        record(subject.load("gpu=" + std::string(gpu.id)).scene(), {.width = wide_width});
    for (const Mark& mark : painter.of(Mark::Kind::rect))
      if (mark.part == "peaks") longest = std::max(longest, mark.box.width);
    CAPTURE(gpu.name);
    CHECK(longest >= (400 - 54) / 2.f);
  }
}

TEST_CASE("precision-ladder: a row chooses its format") {
  State state = subject.load("");
  std::set<std::string> chosen;
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
    const auto change = live::click(mark.action, state);
    if (change) chosen.insert(change->text);
    CHECK(mark.box.height >= 24);
  }
  CHECK(chosen.size() >= 7);  // all but the one that is chosen
}

}  // TESTS_OF(web::scenes::peaks::precision_ladder)
