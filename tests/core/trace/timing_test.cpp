// What each way of timing a kernel measures: against closed forms, and against an H200.
#include "core/trace/timing.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::trace::timing) {

using namespace loom;
using namespace loom::trace;

// The slower of call and kernel sets the pace; the other one is there once.
TEST_CASE("timing: the replay of launches agrees with closed forms") {
  Random random(7);
  const double n = launches_together;
  for (int i = 0; i < 2'000; i += one_of_so_many) {
    const double call = 10 * random.unit(), kernel = 20 * random.unit();
    const Launches launches = {call, kernel};
    const double slower = std::max(call, kernel), faster = std::min(call, kernel);
    CHECK(least_us(TimingWay::host_without_wait, launches) == call);
    CHECK(least_us(TimingWay::host_with_wait, launches) == doctest::Approx(call + kernel));
    CHECK(least_us(TimingWay::host_many, launches) == doctest::Approx((n * slower + faster) / n));
    CHECK(least_us(TimingWay::events_one, launches) == doctest::Approx(kernel));
    CHECK(least_us(TimingWay::events_many, launches) ==
          doctest::Approx(((n - 1) * slower + kernel) / n));
  }
}

TEST_CASE("timing: on an H200, no way is much faster than it can be, and many launches are near") {
  REQUIRE(timed_kernels().size() == 2);
  for (const TimedKernel& kernel : timed_kernels())
    for (int i = 0; i < timing_way_count; ++i) {
      const auto way = static_cast<TimingWay>(i);
      CAPTURE(i);
      const double least = least_us(way, kernel.launches()), median = kernel.median_us(way);
      CHECK(std::is_sorted(kernel.samples(way).begin(), kernel.samples(way).end()));
      CHECK(median >= 0.98 * least);
      CHECK(median <= 1.06 * least + 8);  // events, waiting, starting
    }
}

TEST_CASE("timing: the recorded medians, read by hand") {
  const TimedKernel& brief = timed_kernels()[0];
  CHECK(brief.bytes == 4194304);
  CHECK(brief.profiler_us == 3.968);
  CHECK(brief.median_us(TimingWay::host_without_wait) == 4.132);
  CHECK(timed_kernels()[1].median_us(TimingWay::events_many) == 177.948);
  CHECK(first_launches_us()[0] == 151.1);
  CHECK(idle_launches().size() == 60);
  CHECK(idle_launches()[0].us == 644.3);
}

}  // TESTS_OF(core::trace::timing)
