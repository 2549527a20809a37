#include "tools/loom/base/parallel.hpp"

#include <latch>
#include <stdexcept>

#include "tests/doctest.hpp"

TESTS_OF(tools::parallel) {

using loom::parallel;

TEST_CASE("parallel: each once, whatever their number") {
  for (size_t count : {0u, 1u, 2u, 7u, 100u}) {
    std::vector<std::atomic<int>> calls(count);
    parallel(count, [&](size_t i) { ++calls[i]; });
    for (const std::atomic<int>& each : calls) CHECK(each == 1);
  }
}

TEST_CASE("parallel: two pages are work for two processors") {
  if (std::thread::hardware_concurrency() < 2) return;
  std::latch both(2);
  parallel(2, [&](size_t) { both.arrive_and_wait(); });  // one thread would wait for ever
  CHECK(both.try_wait());
}

TEST_CASE("parallel: the first exception is thrown again") {
  CHECK_THROWS_WITH_AS(parallel(50, [](size_t) { throw std::runtime_error("no"); }), "no",
                       std::runtime_error);
}

}  // TESTS_OF(tools::parallel)
