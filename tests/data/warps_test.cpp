// One warp scheduler against an H200's: utilization with 1 … 16 warps, every loop that was
// measured.
#include <algorithm>
#include <cmath>

#include "core/sm/scheduler.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::warps) {

using namespace loom;
using loom::test::Json;

namespace {

const Json& loops() {
  static const Json all = test::recorded("h200/warps.json");
  return all["loops"];
}

double measured(const Json& loop, int warps) {
  return warps * loop["instructions"].get<double>() /
         loop["cycles"][static_cast<size_t>(warps - 1)].get<double>();
}

// Four iterations share an end, so that the instructions of one are a fraction: rounded here.
sm::SchedulerOptions options(const Json& loop) {
  sm::SchedulerOptions o{.in_flight = loop["loads"]};
  o.between = std::max(
      1, static_cast<int>(std::lround(loop["instructions"].get<double>() / o.in_flight)) - 1);
  o.latency =
      static_cast<int>(std::lround(loop["cycles"][0].get<double>() - o.in_flight * o.between));
  return o;
}

// What the simulator says about that loop: turns per cycle, with the instructions that it has,
// which fit into the issue slots.
double simulated(const Json& loop, int warps, sm::Policy policy) {
  sm::SchedulerOptions o = options(loop);
  o.warps = warps;
  o.policy = policy;
  const auto schedule = sm::schedule_warps(o);
  REQUIRE(schedule);
  return std::min(
      1.0, schedule->utilization / sm::turn_instructions(o) * loop["instructions"].get<double>());
}

// Simulated − measured, over loops from anywhere, by how busy Little's law says the scheduler is.
struct Gap {
  double least = 1, most = -1, sum = 0;
  int count = 0;
  double mean() const { return sum / count; }
};

template <class Among>
Gap gap(sm::Policy policy, Among among) {
  Gap found;
  for (const Json& loop : loops())
    for (int warps = 1; warps <= 16; ++warps) {
      const double law = measured(loop, 1) * warps;
      if (!among(law)) continue;
      const double error = simulated(loop, warps, policy) - measured(loop, warps);
      found.least = std::min(found.least, error);
      found.most = std::max(found.most, error);
      found.sum += error;
      ++found.count;
    }
  return found;
}

constexpr auto greedy = sm::Policy::greedy_then_oldest, in_turn = sm::Policy::loose_round_robin;

bool below_half(double law) { return law < 0.5; }
bool near_full(double law) { return law >= 0.5 && law < 1; }
bool full(double law) { return law >= 1; }

}  // namespace

TEST_CASE("scheduler: below half load, Little's law to a few percent") {
  const Gap found = gap(greedy, below_half);
  CHECK(found.count > 500);
  CHECK(found.least > -0.01);
  CHECK(found.most < 0.04);
  CHECK(std::abs(found.mean()) < 0.006);
}

TEST_CASE(
    "scheduler: nearer to full warps get in each other's way, which the simulator leaves out") {
  const Gap most = gap(greedy, near_full);
  CHECK(most.count > 190);
  CHECK(most.least > 0);
  CHECK(most.most < 0.3);
  CHECK(most.mean() < 0.09);
  // And loads that follow each other closely wait for the load units.
  const Gap all = gap(greedy, full);
  CHECK(all.count > 400);
  CHECK(all.least > -0.03);
  CHECK(all.most < 0.39);
  CHECK(all.mean() < 0.12);
}

TEST_CASE("scheduler: an H200 does better than strict turns and worse than greedy") {
  int between = 0, count = 0;
  for (const Json& loop : loops())
    for (int warps = 2; warps <= 16; ++warps, ++count) {
      const double found = measured(loop, warps);
      between += simulated(loop, warps, in_turn) < found + 0.01 &&
                 found < simulated(loop, warps, greedy) + 0.01;
    }
  CHECK(between > 0.9 * count);
}

}  // TESTS_OF(data::warps)
