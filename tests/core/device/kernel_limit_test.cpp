// The decision table: its laws, on a grid of counters, and what it refuses.
#include "core/device/kernel_limit.hpp"

#include <cmath>
#include <random>

#include "tests/doctest.hpp"

TESTS_OF(core::device::kernel_limit) {

using namespace loom::device;

namespace {

KernelCounters drawn(std::mt19937& random) {
  // Near the thresholds, where rules change.
  static constexpr double percents[] = {0,    12, 45, 55,   59.9, 60,   60.1,
                                        69.9, 70, 75, 79.9, 80,   80.1, 100};
  static constexpr double seconds[] = {1e-6, 3.5e-6, 3.6e-6, 1e-3}, waves[] = {0.2, 0.99, 1, 40};
  KernelCounters counters;
  counters.seconds = seconds[random() % std::size(seconds)];
  counters.waves = waves[random() % std::size(waves)];
  for (double& percent : counters.percent) percent = percents[random() % std::size(percents)];
  counters.stall = static_cast<Stall>(random() % stall_count);
  return counters;
}

bool is_of(KernelLimit limit, CountedUnit unit) {
  const bool of_l1 = limit == KernelLimit::shared || limit == KernelLimit::pool;
  return name(limit) == name(unit) || (of_l1 && unit == CountedUnit::l1);
}

}  // namespace

TEST_CASE("kernel limit: more of a unit never moves the verdict away from it") {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    const KernelCounters counters = drawn(random);
    const LimitVerdict before = *kernel_limit(counters);
    for (int at = 0; at < counted_units; ++at) {
      const auto unit = static_cast<CountedUnit>(at);
      if (!is_of(before.limit, unit)) continue;
      KernelCounters more = counters;
      double& percent = more.percent[static_cast<size_t>(at)];
      percent = std::min(100., percent + 7);
      CHECK(kernel_limit(more)->limit == before.limit);
    }
  }
}

TEST_CASE(
    "kernel limit: less of what is not the limit, and more time and blocks, leave a unit's "
    "verdict") {
  std::mt19937 random(6);
  for (int i = 0; i < 20000; ++i) {
    const KernelCounters counters = drawn(random);
    const LimitVerdict before = *kernel_limit(counters);
    if (before.rule != LimitRule::saturated && before.rule != LimitRule::busiest) continue;
    KernelCounters other = counters;
    for (int at = 0; at < counted_units; ++at)
      if (static_cast<CountedUnit>(at) != before.busiest().unit)
        other.percent[static_cast<size_t>(at)] *= 0.5;
    other.seconds *= 10;
    other.waves *= 10;
    CHECK(kernel_limit(other)->limit == before.limit);
    CHECK(kernel_limit(other)->rule == before.rule);
  }
}

// Nsight Compute's rule SOLBottleneck, as its file SpeedOfLight.py decides, from memory's and the
// SM's percentage alone.
TEST_CASE("kernel limit: long kernels are judged as by Nsight Compute's own rule") {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    KernelCounters counters = drawn(random);
    counters.seconds = 1e-3;
    const auto [dram, l2, l1, issue, tensor] = counters.percent;
    const double memory = std::fmax(dram, std::fmax(l2, l1)), sm = std::fmax(issue, tensor);
    const LimitVerdict found = *kernel_limit(counters);
    const bool by_memory = found.of_memory;
    if (memory >= 80 || sm >= 80) {
      CHECK(found.rule == LimitRule::saturated);
      CHECK(by_memory == (memory >= sm));
    } else if (memory < 60 && sm < 60) {
      CHECK((found.rule == LimitRule::small_grid) == (counters.waves < 1));
      CHECK(found.rule >= LimitRule::small_grid);
    } else {
      CHECK(found.rule == LimitRule::busiest);
      CHECK(by_memory == (memory >= sm));
      CHECK(found.balanced == (std::fabs(memory - sm) < 10));
    }
  }
}

TEST_CASE("kernel limit: of memory's units, the one that Memory Throughput is names the limit") {
  const auto limit = [](double memory, double dram, double l2, double l1) {
    return kernel_limit({.seconds = 1e-3, .waves = 2, .memory = memory, .percent = {dram, l2, l1}})
        ->limit;
  };
  CHECK(limit(88, 88, 93, 29) == KernelLimit::dram);  // L2's own counter is larger, but not counted
  CHECK(limit(78, 48, 95, 58) == KernelLimit::l2);    // the only one that can be it
  CHECK(limit(78, 48, 58, 95) == KernelLimit::pool);  // no stall is known
  CHECK(limit(78, 48, 95, 96) == KernelLimit::cache);
  CHECK(limit(78, 0, 0, 0) == KernelLimit::memory);    // nothing else was counted
  CHECK(limit(88, 0, 93, 29) == KernelLimit::memory);  // it may be DRAM
  CHECK(limit(88, 0, 88, 29) == KernelLimit::l2);
  CHECK(limit(55, 55, 65, 19) == KernelLimit::latency);
}

TEST_CASE("kernel limit: of the SM's units, the one that its throughput is names the limit") {
  const auto limit = [](double sm, double issue, double tensor) {
    KernelCounters counters = {.seconds = 1e-3, .waves = 2, .sm = sm};
    counters.percent[3] = issue;
    counters.percent[4] = tensor;
    return kernel_limit(counters)->limit;
  };
  CHECK(limit(97, 97, 0) == KernelLimit::issue);
  CHECK(limit(99, 33, 99) == KernelLimit::tensor);
  CHECK(limit(99, 50, 0) == KernelLimit::pipe);
  CHECK(limit(99, 0, 0) == KernelLimit::sm);
  CHECK(limit(0, 97, 0) == KernelLimit::issue);
}

TEST_CASE("kernel limit: what it cannot judge it refuses") {
  const KernelCounters good = {.seconds = 1e-3, .waves = 2};
  CHECK(kernel_limit(good));
  for (const int change : {0, 1, 2, 3, 4, 5, 6}) {
    KernelCounters bad = good;
    if (change == 0) bad.seconds = 0;
    if (change == 1) bad.waves = -1;
    if (change == 2) bad.percent[1] = 100.5;
    if (change == 3) bad.percent[4] = -0.1;
    if (change == 4) bad.percent[0] = NAN;
    if (change == 5) bad.memory = 101;
    if (change == 6) bad.sm = -1;
    CHECK_FALSE(kernel_limit(bad));
  }
}

}  // TESTS_OF(core::device::kernel_limit)
