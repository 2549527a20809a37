// How many answers a second the simulators give, on one core. Prints one line for each: its name, a
// tab, answers per second (the median of five runs), a tab, what is counted.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/gemm/pipeline.hpp"
#include "core/gemm/traffic.hpp"
#include "core/memory/access_pattern.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"
#include "core/random.hpp"
#include "core/sm/occupancy.hpp"
#include "core/sm/scheduler.hpp"

namespace loom {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int runs = 5;
constexpr double run_seconds = 0.2;

volatile std::int64_t kept;  // results end here, or the compiler would leave the work out

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// `answer(input)` for all inputs, over and over.
template <class Input, class Answer>
void measure(const char* name, const char* unit, const std::vector<Input>& inputs, Answer answer) {
  std::array<double, runs> rates{};
  for (double& rate : rates) {
    const Clock::time_point start = Clock::now();
    std::int64_t sum = 0, count = 0;
    double seconds = 0;
    do {
      for (const Input& input : inputs) sum += answer(input);
      count += static_cast<std::int64_t>(inputs.size());
      seconds = seconds_since(start);
    } while (seconds < run_seconds);
    kept = sum;
    rate = static_cast<double>(count) / seconds;
  }
  std::sort(rates.begin(), rates.end());
  std::printf("%s\t%.0f\t%s\n", name, rates[runs / 2], unit);
}

// A simulator's answer to input that it has to accept.
template <class T>
const T& accepted(const Result<T>& result) {
  if (!result) {
    std::fprintf(stderr, "refused: %s\n", result.error().message.c_str());
    std::exit(1);
  }
  return *result;
}

std::vector<memory::WarpAccess> neighbors() {
  std::vector<memory::WarpAccess> all;
  for (int offset = 0; offset < 32; ++offset)
    all.push_back(memory::element_access(accepted(memory::element_indices({.offset = offset})), 4));
  return all;
}

std::vector<memory::WarpAccess> random_accesses(int width) {
  std::vector<memory::WarpAccess> all;
  for (std::uint64_t seed = 0; seed < 256; ++seed)
    all.push_back(memory::element_access(
        accepted(memory::element_indices({.pattern = memory::Pattern::random, .seed = seed})),
        width));
  return all;
}

void memory_operations(const char* name, const std::vector<memory::WarpAccess>& accesses) {
  char line[64];
  std::snprintf(line, sizeof line, "sectors, %s", name);
  measure(line, "requests", accesses, [](const memory::WarpAccess& access) {
    return accepted(memory::request(access)).bytes_fetched();
  });
  std::snprintf(line, sizeof line, "wavefronts, %s", name);
  measure(line, "requests", accesses, [](const memory::WarpAccess& access) {
    return accepted(memory::wavefronts(access)).count();
  });
}

struct OccupancyCase {
  const device::Capability* device;
  sm::Kernel kernel;
};

// Every capability, and kernels all over the ranges.
std::vector<OccupancyCase> occupancy_cases() {
  std::vector<OccupancyCase> all;
  Random random(1);
  const auto between = [&](std::uint32_t least, std::uint32_t most) {
    return static_cast<int>(least + random.below(most - least + 1));
  };
  for (const device::Capability& device : device::capabilities())
    for (int i = 0; i < 100; ++i)
      all.push_back({&device,
                     {.threads = between(1, 1024),
                      .registers = between(16, 255),
                      .dynamic_shared = between(0, 64 << 10)}});
  return all;
}

void schedules(const char* name, const sm::SchedulerOptions& options) {
  measure(name, "schedules", std::vector{options}, [](const sm::SchedulerOptions& input) {
    return accepted(sm::schedule_warps(input)).issued;
  });
}

void pipelines(const char* name, const gemm::PipelineOptions& options) {
  measure(name, "schedules", std::vector{options}, [](const gemm::PipelineOptions& input) {
    return accepted(gemm::run_pipeline(input)).total;
  });
}

void run() {
  memory_operations("32 neighbors, 4 bytes", neighbors());
  memory_operations("random, 4 bytes", random_accesses(4));
  memory_operations("random, 16 bytes", random_accesses(16));
  measure("occupancy", "cases", occupancy_cases(), [](const OccupancyCase& input) {
    return accepted(sm::occupancy(*input.device, input.kernel)).blocks;
  });
  schedules("warp scheduler, as the page shows it", {});
  schedules("warp scheduler, at its largest",
            {.warps = 16, .latency = 800, .between = 32, .in_flight = 8});
  schedules("warp scheduler, at its largest, greedy", {.warps = 16,
                                                       .latency = 800,
                                                       .between = 32,
                                                       .in_flight = 8,
                                                       .policy = sm::Policy::greedy_then_oldest});
  pipelines("copy pipeline, as the page shows it", {});
  pipelines("copy pipeline, 32 tiles, 6 stages", {.stages = 6, .tiles = 32});
  measure("traffic", "products", std::vector{64, 100, 1000, 4096, 8192}, [](int n) {
    return accepted(gemm::traffic({n, n, n}, {32, 32, 32})).bytes;
  });
}

}  // namespace
}  // namespace loom

int main() { loom::run(); }
