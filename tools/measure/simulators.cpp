// How many answers a second the simulators give, on one core.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/gemm/copy_pipeline.hpp"
#include "core/gemm/traffic.hpp"
#include "core/memory/access_pattern.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/wavefronts.hpp"
#include "core/random.hpp"
#include "core/scaling/layouts.hpp"
#include "core/sm/occupancy.hpp"
#include "core/sm/scheduler.hpp"
#include "tools/measure/rate.hpp"

namespace loom {
namespace {

using measure::rate;

// A simulator's answer to input that it must accept.
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
  rate(line, "requests", accesses, [](const memory::WarpAccess& access) {
    return accepted(memory::request(access)).bytes_fetched();
  });
  std::snprintf(line, sizeof line, "wavefronts, %s", name);
  rate(line, "requests", accesses, [](const memory::WarpAccess& access) {
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
  rate(name, "schedules", std::vector{options}, [](const sm::SchedulerOptions& input) {
    return accepted(sm::schedule_warps(input)).issued;
  });
}

void pipelines(const char* name, const gemm::CopyPipelineOptions& options) {
  rate(name, "schedules", std::vector{options}, [](const gemm::CopyPipelineOptions& input) {
    return accepted(gemm::run_copy_pipeline(input)).total;
  });
}

// DeepSeek-V3's numbers on a cluster beyond all that exist.
void layouts() {
  const scaling::StepOptions options = {
      .model = {.parameters = 671e9, .layers = 61, .hidden = 7168, .sequence = 4096},
      .batch = 15360,
      .routing = {.count = 256, .active = 8, .layers = 58}};
  const scaling::Cluster h100 = {.node = 8,
                                 .memory = 80 * 1024. * 1024 * 1024,
                                 .peak = 989e12,
                                 .efficiency = 0.6,
                                 .link = 450e9,
                                 .network = 50e9};
  rate("layouts of a model on 2,048 GPUs", "searches", std::vector{options},
       [&](const scaling::StepOptions& input) {
         return scaling::fitting_layouts(input, h100, 2048, 256).tried;
       });
}

void run() {
  memory_operations("32 neighbors, 4 bytes", neighbors());
  memory_operations("random, 4 bytes", random_accesses(4));
  memory_operations("random, 16 bytes", random_accesses(16));
  rate("occupancy", "cases", occupancy_cases(), [](const OccupancyCase& input) {
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
  const auto bytes = [](int n) { return accepted(gemm::traffic({n, n, n}, {32, 32, 32})).bytes; };
  layouts();
  rate("traffic", "products", std::vector{64, 100, 1000, 4096, 8192}, bytes);
}

}  // namespace
}  // namespace loom

int main(int count, char** arguments) {
  loom::measure::take_options(count, arguments);
  loom::run();
}
