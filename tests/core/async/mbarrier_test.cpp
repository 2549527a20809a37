// mbarrier against the PTX ISA's words: examples, and random operations against bare counters.
#include "core/async/mbarrier.hpp"

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::async::mbarrier) {

using namespace loom::async;

TEST_CASE("mbarrier: a phase ends when neither arrivals nor bytes are missing") {
  Mbarrier barrier = *Mbarrier::init(1);
  CHECK(barrier.phase() == 0);
  CHECK(barrier.pending() == 1);
  REQUIRE(!barrier.arrive_expect_tx(4096));
  CHECK(barrier.pending() == 0);
  CHECK(barrier.bytes() == 4096);
  CHECK(barrier.phase() == 0);
  REQUIRE(!barrier.complete_tx(4095));
  CHECK(barrier.phase() == 0);
  REQUIRE(!barrier.complete_tx(1));
  CHECK(barrier.phase() == 1);
  CHECK(barrier.pending() == 1);
  CHECK(barrier.bytes() == 0);
}

TEST_CASE("mbarrier: bytes may come before they are expected") {
  Mbarrier barrier = *Mbarrier::init(2);
  REQUIRE(!barrier.complete_tx(16));
  CHECK(barrier.bytes() == -16);
  REQUIRE(!barrier.arrive());
  CHECK(barrier.phase() == 0);
  REQUIRE(!barrier.arrive_expect_tx(16));
  CHECK(barrier.phase() == 1);
  CHECK(barrier.pending() == 2);
}

TEST_CASE("mbarrier: a fresh one says that the phase before the first has ended") {
  const Mbarrier barrier = *Mbarrier::init(1);
  CHECK(barrier.ended(1));
  CHECK_FALSE(barrier.ended(0));
  CHECK(barrier.test(-1).ended);
  CHECK_FALSE(barrier.test(-1).aliases);
}

TEST_CASE("mbarrier: a wait two phases behind gets the wrong answer, and is told so") {
  Mbarrier barrier = *Mbarrier::init(1);
  for (int phase = 0; phase < 6; ++phase) {
    for (int asked = -1; asked < 9; ++asked) {
      const Mbarrier::Test test = barrier.test(asked);
      const bool truly = asked < phase;
      CAPTURE(phase);
      CAPTURE(asked);
      CHECK(test.aliases == (asked != phase && asked != phase - 1));
      if (!test.aliases) CHECK(test.ended == truly);
    }
    if (phase >= 1) CHECK_FALSE(barrier.test(phase - 2).ended);  // it has, long ago
    CHECK(barrier.test(phase + 1).ended);                        // it has not even begun
    REQUIRE(!barrier.arrive());
  }
}

TEST_CASE("mbarrier: counts outside of their range are refused, and change nothing") {
  CHECK_FALSE(Mbarrier::init(0));
  CHECK_FALSE(Mbarrier::init(most_arrivals + 1));
  CHECK(Mbarrier::init(most_arrivals));
  Mbarrier barrier = *Mbarrier::init(2);
  CHECK(barrier.arrive(3));
  CHECK(barrier.expect_tx(most_bytes + 1));
  CHECK(barrier.complete_tx(-1));
  REQUIRE(!barrier.expect_tx(most_bytes));
  CHECK(barrier.expect_tx(1));
  CHECK(barrier.arrive_expect_tx(1));
  CHECK(barrier.pending() == 2);
  CHECK(barrier.bytes() == most_bytes);
  CHECK(barrier.phase() == 0);
}

// Over a whole phase only sums count: everything expected has come, and as many arrived as have to.
TEST_CASE("mbarrier: after any operations the phase is as many as have been completed") {
  loom::Random random(7);
  for (int round = 0; round < 300; ++round) {
    const int expected = 1 + static_cast<int>(random.below(5));
    Mbarrier barrier = *Mbarrier::init(expected);
    std::int64_t missing = expected, bytes = 0, phase = 0;
    for (int i = 0; i < 60; ++i) {
      const auto amount = static_cast<std::int64_t>(random.below(3)) * 16;
      switch (random.below(4)) {
        case 0:
          if (!barrier.arrive()) --missing;
          break;
        case 1:
          if (!barrier.expect_tx(amount)) bytes += amount;
          break;
        case 2:
          if (!barrier.complete_tx(amount)) bytes -= amount;
          break;
        default:
          if (!barrier.arrive_expect_tx(amount)) bytes += amount, --missing;
      }
      if (missing == 0 && bytes == 0) ++phase, missing = expected;
      CHECK(barrier.pending() == missing);
      CHECK(barrier.bytes() == bytes);
      CHECK(barrier.phase() == phase);
    }
  }
}

}  // TESTS_OF(core::async::mbarrier)
