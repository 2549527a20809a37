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

TEST_CASE("accumulate-rounding: sentences") {
  const struct {
    const char *query, *sentence;
  } rows[] = {
      {"",
       "After 1,024 updates of 2⁻¹⁰, the exact weight is 2. Rounded to nearest in BF16, it is "
       "still 1: an update is at most half a gap. Rounded stochastically, 4 runs average 1.996."},
      {"step=0",
       "A weight of 1 in BF16 will get 1,024 updates of 2⁻¹⁰. The first update goes 12.5% of the "
       "way to the next number."},
      {"type=fp32&runs=1",
       "After 1,024 updates of 2⁻¹⁰, the exact weight is 2. Rounded to nearest in FP32, it is 2. "
       "Rounded stochastically, it is 2."},
      {"type=fp32&step=0",
       "A weight of 1 in FP32 will get 1,024 updates of 2⁻¹⁰. The first update gives a number of "
       "the format."},
      {"start=0&power=0&runs=1&type=e4m3&updates=64",
       "After 64 updates of 1, the exact weight is 64. Rounded to nearest in FP8 E4M3, it is stuck "
       "at 16: an update is at most half a gap. Rounded stochastically, it is 60."},
      {"type=e2m1&start=6&step=0",
       "A weight of 6 in FP4 E2M1 will get 1,024 updates of 2⁻¹⁰. The first update would exceed "
       "the largest number."},
      {"type=e2m1&start=6&power=0&runs=1",
       "After 1,024 updates of 1, the exact weight is 1,030. Rounded to nearest in FP4 E2M1, it is "
       "6, the largest number. Rounded stochastically, it is 6."},
  };
  for (const auto& row : rows) CHECK(subject.status(row.query) == row.sentence);
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
