// How many answers a second a function gives. It prints a line with its name, a tab, answers per
// second (the median of five runs), a tab, and what is counted.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

namespace loom::measure {

using Clock = std::chrono::steady_clock;

inline constexpr int runs = 5;
inline double run_seconds = 0.2;

// A program's last argument may be --smallest: no run is longer than one answer, to see that it
// works.
inline void take_options(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[count - 1]) == "--smallest") run_seconds = 0;
}

// Uses the results; otherwise the compiler would remove the work.
inline volatile std::int64_t kept;

// Calls `work()` repeatedly; each call gives `answers` answers and a result to keep.
template <class Work>
void rate(const char* name, const char* unit, std::int64_t answers, Work work) {
  std::array<double, runs> rates{};
  for (double& each : rates) {
    const Clock::time_point start = Clock::now();
    std::int64_t sum = 0, count = 0;
    double seconds = 0;
    do {
      sum += work();
      count += answers;
      seconds = std::chrono::duration<double>(Clock::now() - start).count();
    } while (seconds < run_seconds);
    kept = sum;
    each = static_cast<double>(count) / seconds;
  }
  std::sort(rates.begin(), rates.end());
  std::printf("%s\t%.0f\t%s\n", name, rates[runs / 2], unit);
}

// Calls `answer(input)` for all inputs.
template <class Input, class Answer>
void rate(const char* name, const char* unit, const std::vector<Input>& inputs, Answer answer) {
  rate(name, unit, static_cast<std::int64_t>(inputs.size()), [&] {
    std::int64_t sum = 0;
    for (const Input& input : inputs) sum += answer(input);
    return sum;
  });
}

}  // namespace loom::measure
