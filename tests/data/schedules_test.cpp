// Who loads and who multiplies, against an H200: kernels of the four schedules.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/async/measured_pace.hpp"
#include "core/async/schedule.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::schedules) {

using namespace loom;
using namespace loom::async;
using loom::test::Json;

namespace {

const Json& recorded() {
  static const Json all = test::recorded("h200/schedules.json");
  return all;
}

constexpr int product = 128;    // cycles of the tensor cores for 64×256×16
constexpr int clock_read = 24;  // a wait by the clock takes so much longer than asked for

// Cycles that a consumer spends with each tile beyond products and epilogue, as measured.
struct Kernel {
  const char* name;
  Schedule schedule;
  int overhead;
  double within, mean;  // greatest and mean error
};
constexpr Kernel kernels[] = {
    {"both", Schedule::both, h200::both_overhead, 0.015, 0.006},
    {"producer", Schedule::producer, h200::producer_overhead, 0.045, 0.014},
    {"cooperative", Schedule::cooperative, h200::cooperative_overhead, 0.083, 0.011},
    {"ping-pong", Schedule::ping_pong, h200::ping_pong_overhead, 0.05, 0.007}};

const Json& load_of(const Json& row) {
  for (const Json& load : recorded()["loads"])
    if (load["bytes"] == row["bytes"]) return load;
  FAIL("no such load");
  return row;
}

int cycles(const Json& value) { return static_cast<int>(std::lround(value.get<double>())); }

ScheduleOptions options(const Json& row, const Kernel& kernel, int stages) {
  const Json& load = load_of(row);
  const int epilogue = row["epilogue"], shares = kernel.schedule == Schedule::cooperative ? 2 : 1;
  return {.schedule = kernel.schedule,
          .stages = stages,
          .load = cycles(load["cycles"]),
          .interval = cycles(load["interval"]),
          .math = product * row["products"].get<int>(),
          .epilogue = epilogue == 0 ? 0 : epilogue + shares * clock_read,
          .overhead = kernel.overhead};
}

double simulated(ScheduleOptions o, int tiles) {
  const auto total = [&](int count) {
    o.tiles = count;
    const auto run = run_schedule(o);
    REQUIRE(run);
    return run->total;
  };
  return static_cast<double>(total(tiles) - total(tiles / 2)) / (tiles / 2);
}

template <class Each>
void each_pace(const std::string& name, Each each) {
  for (const Json& row : recorded()["cases"]) {
    if (row["schedule"] != name) continue;
    CAPTURE(row.dump());
    for (size_t i = 0; i < row["pace"].size(); ++i)
      each(row, static_cast<int>(i + 1), row["pace"][i].get<double>());
  }
}

}  // namespace

TEST_CASE("schedules: simulated paces are those of an H200, with one overhead for each schedule") {
  double greatest = 0;
  for (const Kernel& kernel : kernels) {
    CAPTURE(kernel.name);
    double sum = 0;
    int count = 0;
    each_pace(kernel.name, [&](const Json& row, int stages, double pace) {
      const double error =
          std::abs(simulated(options(row, kernel, stages), recorded()["tiles"]) / pace - 1);
      CHECK(error < kernel.within);
      greatest = std::max(greatest, error);
      sum += error;
      ++count;
    });
    CHECK(count == (kernel.schedule == Schedule::both ? 60 : 240));
    CHECK(sum / count < kernel.mean);
  }
  CHECK(100 * greatest < h200::schedule_error_percent);
  CHECK(100 * greatest > h200::schedule_error_percent - 0.1);
}

TEST_CASE(
    "schedules: two consumers in turns keep the tensor cores busy, if the epilogue is short") {
  int busy = 0;
  each_pace("ping-pong", [&](const Json& row, int stages, double pace) {
    const int math = product * row["products"].get<int>();
    CHECK(pace > 0.999 * math);
    busy += stages >= 3 && pace < 1.001 * math;
  });
  CHECK(busy >= 30);
}

// A warpgroup that multiplies can ask for tiles as well, as soon as it has used a buffer up. It
// then takes as long as with a producer, and what asking costs it.
TEST_CASE("schedules: asking ahead takes 100 to 230 cycles more than having a producer") {
  each_pace("ahead", [&](const Json& row, int stages, double pace) {
    if (stages < 3) return;
    each_pace("producer", [&](const Json& other, int other_stages, double with_producer) {
      if (stages != other_stages || row["bytes"] != other["bytes"] ||
          row["products"] != other["products"] || row["epilogue"] != other["epilogue"])
        return;
      CHECK(pace - with_producer > 100);
      CHECK(pace - with_producer < 230);
    });
  });
}

// Where no barrier keeps them in step, one of two that share tiles writes while the other still
// multiplies: then each has the tensor cores for half a tile, at full speed.
TEST_CASE("schedules: two that share tiles fall out of step, unless a barrier holds them") {
  each_pace("loose", [&](const Json& row, int stages, double pace) {
    ScheduleOptions o = options(row, {"", Schedule::cooperative, 248, 0, 0}, stages);
    const double turn = o.math / 2. + o.overhead + o.written();
    const double expected =
        std::max({static_cast<double>(o.interval), static_cast<double>(o.load + o.math) / stages,
                  static_cast<double>(o.math), turn});
    CHECK(pace == doctest::Approx(expected).epsilon(0.07));
  });
}

TEST_CASE("schedules: the ring of barriers that the page shows gave the right sums") {
  CHECK(recorded()["ring"].size() == 6);
  for (const Json& run : recorded()["ring"]) CHECK(run["right"] == true);
}

}  // TESTS_OF(data::schedules)
