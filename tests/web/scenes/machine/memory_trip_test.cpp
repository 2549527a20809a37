// The scene `memory-trip`: sentences, table, and a picture that fits on every GPU and at every
// stop.
#include <algorithm>
#include <cmath>

#include "core/device/gpu.hpp"
#include "core/memory/trip.hpp"
#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::memory_trip) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::memory_trip());

std::string query(const device::Gpu& gpu, int step) {
  return "gpu=" + std::string(gpu.id) + "&step=" + std::to_string(step);
}

bool named(std::string_view source) {
  const auto& all = subject.description().references;
  return source.empty() || std::find(all.begin(), all.end(), source) != all.end();
}

}  // namespace

TEST_CASE("memory-trip: the way on an H100, stop by stop") {
  const char* sentences[] = {
      "The byte is in the HBM3 of the H100, 479 cycles (1 min 58 s if a register took one second) "
      "from the math units.",
      "After 216 cycles the byte is in the L2 cache. 263 cycles (1 min 5 s if a register took one "
      "second) remain.",
      "After 450 cycles the byte is in the L1 cache. 29 cycles (7.1 s if a register took one "
      "second) remain.",
      "After 475 cycles the byte is in a register. 4.06 cycles (1 s if a register took one second) "
      "remain.",
      "A load from HBM (timed on the PCIe card with HBM2e) takes 479 cycles. A multiply-add of "
      "numbers in registers takes 4.06: 118 times less.",
  };
  for (int step = 0; step <= 4; ++step)
    CHECK(subject.status("step=" + std::to_string(step)) == sentences[step]);
}

TEST_CASE("memory-trip: published and measured stand beside each other") {
  CHECK(subject.table("") ==
        Rows{{"Registers", "256 KiB per SM", "4.06", "371 TB/s", "1 s", "measured on an H200",
              "derived from published values", "4.06"},
             {"Shared memory, L1", "256 KiB per SM", "29", "30.9 TB/s", "7.1 s",
              "published, for the PCIe card", "derived from published values", "23"},
             {"L2 cache", "50 MiB", "263", "–", "1 min 5 s", "published, for the PCIe card",
              "no agreed figure", "283"},
             {"HBM3", "80 GB", "479", "3.35 TB/s", "1 min 58 s", "published, for the PCIe card",
              "published", "659"}});
  const Rows h200 = subject.table("gpu=h200");
  CHECK(h200[2] == std::vector<std::string>{"L2 cache", "50 to 60 MiB", "283", "8.18 TB/s",
                                            "1 min 10 s", "measured on an H200",
                                            "measured on an H200", "283"});
  CHECK(h200[3][3] == "4.8 TB/s, 4.55 measured");
  // The H200's figures say nothing about another generation.
  CHECK(subject.load("gpu=a100").scene().table().columns.size() == 7);
  CHECK(subject.load("gpu=h200").scene().table().columns.size() == 8);
}

TEST_CASE("memory-trip: what nobody agrees on has no number") {
  subject.check_says("gpu=b200&step=1", {298});
  CHECK(subject.metric_text("gpu=b200&step=4", "l2") == "298");
  CHECK(subject.table("gpu=b200")[3][2] == "–");
  CHECK(subject.load("gpu=b200").scene().metrics().size() == 1);
}

TEST_CASE("memory-trip: metrics are the table's") {
  CHECK(subject.metric("", "l2") == 263);
  CHECK(subject.metric("", "hbm") == 479);
  CHECK(subject.metric("", "ratio") == doctest::Approx(479 / 4.06));
  CHECK(subject.metric("gpu=v100", "ratio") == 375 / 4.);
}

TEST_CASE("memory-trip: one choice per GPU, and every source is named") {
  const std::span<const Choice> choices = subject.description().parameters[0].choices;
  REQUIRE(choices.size() == device::gpus().size());
  for (size_t i = 0; i < choices.size(); ++i) {
    const device::Gpu& gpu = device::gpus()[i];
    CHECK(choices[i].value == gpu.id);
    CHECK(choices[i].label == gpu.name);
    CHECK(named(gpu.l1_latency.source));
    for (const device::LevelNumbers& level : gpu.levels)
      for (const device::Sourced& number : {level.size, level.latency, level.bandwidth})
        CHECK_MESSAGE(named(number.source), number.source);
  }
}

TEST_CASE("memory-trip: the picture fits on every GPU, at every stop, at both widths") {
  for (const device::Gpu& gpu : device::gpus()) subject.check_pictures(query(gpu, 0), 1);
}

TEST_CASE("memory-trip: it opens with the byte at the math, and a GPU is seen to its end") {
  State state = subject.load("");
  CHECK(state.step() == 4);
  CHECK(!state.set("gpu", "a100"));
  CHECK(state.step() == 4);
}

TEST_CASE("memory-trip: equal distances are equal cycles, on every GPU") {
  std::optional<float> cycle;
  for (const device::Gpu& gpu : device::gpus()) {
    const State state = subject.load(query(gpu, 0));
    std::vector<double> bytes;
    for (int step = 0; step <= 4; ++step)
      for (const Mark& mark : record(state.scene(), {.step = step}).of(Mark::Kind::hotspot))
        if (mark.part == "byte") bytes.push_back(static_cast<double>(mark.box.center().y));
    REQUIRE(bytes.size() == 5);
    CHECK(bytes[4] < bytes[3]);
    const memory::Trip trip = memory::trip(gpu);
    for (size_t from = 0; from < 3; ++from) {
      if (!trip[from].left) continue;
      const double each = (bytes[from] - bytes[3]) / (*trip[from].left - *trip[3].left);
      if (!cycle) cycle = static_cast<float>(each);
      CHECK(each == doctest::Approx(static_cast<double>(*cycle)).epsilon(0.001));
    }
  }
}

TEST_CASE("memory-trip: equal bars are equal bandwidths, on every GPU") {
  double widest = 0;
  for (const device::Gpu& gpu : device::gpus())
    widest = std::max(widest, gpu.at(device::Level::registers).bandwidth.value);
  std::optional<double> full;
  for (const device::Gpu& gpu : device::gpus()) {
    const RecordingPainter painter = record(subject.load(query(gpu, 0)).scene(), {});
    for (const auto& [part, level] :
         {std::pair{"registers", device::Level::registers}, std::pair{"l1", device::Level::l1},
          std::pair{"dram", device::Level::dram}}) {
      std::vector<double> bars;
      for (const Mark& mark : painter.of(Mark::Kind::rect))
        if (mark.part == part && mark.style.fill == Role::data && mark.style.fill_opacity == 1)
          bars.push_back(static_cast<double>(mark.box.width));
      REQUIRE(bars.size() == 1);
      const double share = gpu.at(level).bandwidth.value / widest;
      if (!full) full = bars[0] / share;
      CHECK(std::fabs(bars[0] - *full * share) < 0.7);  // nothing is narrower than a pixel
    }
  }
}

}  // TESTS_OF(web::scenes::machine::memory_trip)
