#include "core/attention/position.hpp"

#include <cmath>

#include "core/attention/step.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::position) {

using namespace loom;
using namespace loom::attention;

TEST_CASE("no position: uniform causal attention counts, 1/n") {
  const Result<std::vector<double>> signal = counting_signal(1000);
  REQUIRE(signal);
  for (size_t n = 1; n <= 1000; ++n)
    CHECK(std::abs((*signal)[n - 1] * static_cast<double>(n) - 1) < 1e-12);
}

TEST_CASE("no position: a window forgets, sinks remember no more than the window's size") {
  const auto signal = [](const Mask& mask) { return *counting_signal(100, {mask}); };
  const auto windowed = signal({.kind = Mask::Kind::causal_window, .window = 10}),
             sinks = signal({.kind = Mask::Kind::sinks_window, .window = 10, .sinks = 1}),
             full = signal({.kind = Mask::Kind::full});
  for (size_t n = 1; n <= 100; ++n) {
    CHECK(windowed[n - 1] == doctest::Approx(n <= 10 ? 1. / static_cast<double>(n) : 0));
    CHECK(sinks[n - 1] == doctest::Approx(n <= 10 ? 1. / static_cast<double>(n) : 1. / 11));
    CHECK(full[n - 1] == doctest::Approx(0.01));  // without the mask no order
  }
}

TEST_CASE("no position: where two neighbors become one in a format") {
  for (const numerics::Format& format : numerics::formats()) {
    if (format.bits() > 19 || format.specials == numerics::Specials::scale) continue;
    CAPTURE(format.id);
    // Counting the different signals of the first n tokens finds the same place.
    long long n = 2;
    while (held_signal(format, n) != held_signal(format, n - 1)) ++n;
    CHECK(first_confused(format) == n - 1);
  }
  const auto first = [](const char* id) { return first_confused(*numerics::find_format(id)); };
  // float as the compiler has it.
  long long n = 1;
  while (static_cast<float>(1. / static_cast<double>(n)) !=
         static_cast<float>(1. / static_cast<double>(n + 1)))
    ++n;
  CHECK(first("fp32") == n);
  CHECK(first("fp16") > first("bf16"));
}

TEST_CASE("no position: what is refused") {
  CHECK_FALSE(counting_signal(0));
  CHECK_FALSE(counting_signal(5000));
  CHECK_FALSE(counting_signal(5, {{.window = 0}}));
}

TEST_CASE("position: a window's first confused token, by looking at every signal") {
  for (const char* id : {"bf16", "e4m3", "e5m2"})
    for (long long window : {1, 3, 6, 13, 400}) {
      const numerics::Format& format = *numerics::find_format(id);
      const auto read = [&](long long n) { return n <= window ? held_signal(format, n) : 0; };
      long long n = 1;
      while (read(n) != read(n + 1)) ++n;
      CHECK(first_confused(format, window) == n);
    }
}

}  // TESTS_OF(core::attention::position)
