// `accumulate-rounding`: sentences, rows, curves.
#include <cmath>

#include "core/numerics/convert.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::accumulate_rounding) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(accumulate_rounding());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* type : {"fp32", "fp16", "bf16", "e4m3", "e3m2", "e2m1"})
    for (const char* start : {"0", "0.875", "1", "16"})
      for (const char* power : {"-12", "-7", "0"})
        for (const char* updates : {"16", "1024", "2048"})
          for (const char* runs : {"1", "8"})
            queries.push_back("type=" + std::string(type) + "&start=" + start + "&power=" + power +
                              "&updates=" + updates + "&runs=" + runs);
  return queries;
}

}  // namespace

TEST_CASE("accumulate-rounding: the numbers of its sentences") {
  CHECK(subject.metric_text("", "mean") == "1.996");
  subject.check_says("", {0.0009765625});
  subject.check_says("step=0", {1, 0.0009765625, 12.5});
  CHECK(subject.metric("type=fp32&runs=1", "up") == 0);
  CHECK(subject.metric("type=fp32&runs=1", "nearest") == 2);
  CHECK(subject.metric("type=fp32&runs=1", "mean") == 2);
  subject.check_says("type=fp32&step=0", {1, 0.0009765625});
  CHECK(subject.metric("start=0&power=0&runs=1&type=e4m3&updates=64", "exact") == 64);
  CHECK(subject.metric("start=0&power=0&runs=1&type=e4m3&updates=64", "mean") == 60);
  subject.check_says("start=0&power=0&runs=1&type=e4m3&updates=64", {16});
  subject.check_says("type=e2m1&start=6&step=0", {6, 0.0009765625});
  CHECK(subject.metric("type=e2m1&start=6&power=0&runs=1", "exact") == 1030);
  CHECK(subject.metric("type=e2m1&start=6&power=0&runs=1", "nearest") == 6);
  CHECK(subject.metric("type=e2m1&start=6&power=0&runs=1", "mean") == 6);
}

TEST_CASE("accumulate-rounding: nearest and stochastic weights, against encode() and decode()") {
  for (const char* type : {"bf16", "e4m3", "e2m1"})
    for (int updates : {16, 100, 600}) {
      const numerics::Format& format = *numerics::find_format(type);
      const std::string query = "type=" + std::string(type) +
                                "&power=-5&runs=3&seed=7&updates=" + std::to_string(updates);
      double nearest = 1, mean = 0;
      Random random(7);
      for (int run = 0; run < 3; ++run) {
        double weight = 1;
        for (int i = 0; i < updates; ++i)
          weight = numerics::decode(
              format, numerics::encode(format, weight + 0x1p-5, numerics::Overflow::saturate,
                                       numerics::Rounding::stochastic, &random));
        mean += weight / 3;
      }
      for (int i = 0; i < updates; ++i)
        nearest = numerics::decode(
            format, numerics::encode(format, nearest + 0x1p-5, numerics::Overflow::saturate));
      CHECK(subject.metric(query, "nearest") == nearest);
      CHECK(subject.metric(query, "mean") == doctest::Approx(mean));
      CHECK(subject.metric(query, "exact") == 1 + updates / 32.);
      CHECK(subject.table(query).back()[0] == std::to_string(updates));
    }
  CHECK(subject.metric("", "up") == 12.5);
}

TEST_CASE("accumulate-rounding: many seeds average to the exact weight") {
  double sum = 0;
  for (int seed = 1; seed <= 60; ++seed)
    sum += subject.metric("runs=8&seed=" + std::to_string(seed), "mean") / 60;
  // Of one run the standard deviation is 1/128 · √(1024 · 7/64) = 0.083.
  CHECK(std::fabs(sum - 2) < 5 * 0.083 / std::sqrt(480));
  // To nearest there is no such luck.
  CHECK(subject.metric("", "nearest") == 1);
}

TEST_CASE("accumulate-rounding: a curve has as many points as updates were taken") {
  const State state = subject.load("runs=6");
  for (int step : {1, 16, 32}) {
    const RecordingPainter painter = record(state.scene(), {.step = step});
    int runs = 0;
    for (const Mark& mark : painter.of(Mark::Kind::path))
      if (mark.part == "stochastic") {
        ++runs;
        CHECK(double(mark.box.width) - 1 == doctest::Approx(328 * double(step) / 32).epsilon(0.02));
      }
    CHECK(runs == 6);
  }
}

TEST_CASE("accumulate-rounding: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 11);
}

}  // TESTS_OF(web::scenes::formats::accumulate_rounding)
