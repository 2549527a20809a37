// Question: what does each usual way of timing a kernel measure?
// Method:   a short and a long kernel (one reads and writes 4 MB, one 512 MB), timed by the host's
//           clock without a wait, the same with a wait, by the host over 100 launches and one wait,
//           by events around one launch, and by events around 100 launches; 101 times each after 10
//           untimed runs. Then the first launch of a program. Then a kernel that only computes,
//           launched again and again from an idle GPU, with the SM's clock that each launch saw.
//           The profiler gives the time of one launch, which those ways should find.
// Output:   JSON: `kernels`, each with its bytes and for each way the sorted microseconds;
//           `first_us`: the first and second launch with a wait; `idle`: [ms since the first launch
//           after 8 s without work, microseconds of the launch, clock in MHz].
#include <cuda_profiler_api.h>

#include <chrono>
#include <thread>

#include "common.cuh"

__global__ void scale(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = 2 * in[i];
}

__global__ void compute(float* out, long long* ticks) {
  const long long cycles = clock64();
  unsigned long long begin, end;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  float x = threadIdx.x;
  for (int i = 0; i < 60'000; ++i) x = x * 0.999f + 1;
  if (x == 0) *out = x;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    ticks[0] = clock64() - cycles;
    ticks[1] = static_cast<long long>(end - begin);
  }
}

using Clock = std::chrono::steady_clock;
double us_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

constexpr int kSamples = 101, kTogether = 100;

template <typename Sample>
void print_sorted(const char* name, Sample sample, bool last = false) {
  std::vector<double> times;
  for (int i = -10; i < kSamples; ++i) {
    const double us = sample();
    if (i >= 0) times.push_back(us);
  }
  std::sort(times.begin(), times.end());
  std::printf("\"%s\":[", name);
  for (int i = 0; i < kSamples; ++i) std::printf("%s%.3f", i ? "," : "", times[i]);
  std::printf(last ? "]" : "],");
}

template <typename Launch>
double by_events(Launch launch, int count) {
  static cudaEvent_t start = nullptr, stop = nullptr;
  if (!start) {
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
  }
  CHECK(cudaEventRecord(start));
  for (int i = 0; i < count; ++i) launch();
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  return ms * 1e3 / count;
}

template <typename Launch>
void ways(Launch launch) {
  print_sorted("host_without_wait", [&] {
    CHECK(cudaDeviceSynchronize());
    const auto start = Clock::now();
    launch();
    return us_since(start);
  });
  print_sorted("host_with_wait", [&] {
    CHECK(cudaDeviceSynchronize());
    const auto start = Clock::now();
    launch();
    CHECK(cudaDeviceSynchronize());
    return us_since(start);
  });
  print_sorted("host_many", [&] {
    CHECK(cudaDeviceSynchronize());
    const auto start = Clock::now();
    for (int i = 0; i < kTogether; ++i) launch();
    CHECK(cudaDeviceSynchronize());
    return us_since(start) / kTogether;
  });
  print_sorted("events_one", [&] { return by_events(launch, 1); });
  print_sorted("events_many", [&] { return by_events(launch, kTogether); }, true);
}

int main(int argc, char**) {
  const bool counted = argc > 1;  // under the profiler: one launch of each
  constexpr int kSizes[] = {1 << 19, 1 << 26};
  float *in = take<float>(kSizes[1]), *out = take<float>(kSizes[1]);
  auto* ticks = take<long long>(2);
  CHECK(cudaMemset(in, 0, kSizes[1] * sizeof(float)));
  CHECK(cudaDeviceSynchronize());
  const auto launch = [&](int n) {
    scale<<<n < (1 << 24) ? n / 256 : 132 * 8, 256>>>(in, out, n);
    CHECK(cudaGetLastError());
  };
  if (counted) {
    for (int n : kSizes) {
      launch(n);
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaProfilerStart());
      launch(n);
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaProfilerStop());
    }
    return 0;
  }
  double first[2];
  for (double& us : first) {
    const auto start = Clock::now();
    launch(kSizes[0]);
    CHECK(cudaDeviceSynchronize());
    us = us_since(start);
  }
  std::printf("{\"first_us\":[%.1f,%.1f],\"kernels\":[", first[0], first[1]);
  for (int i = 0; i < 2; ++i) {
    std::printf("%s{\"bytes\":%zu,", i ? ",\n" : "\n", 2 * sizeof(float) * kSizes[i]);
    ways([&] { launch(kSizes[i]); });
    std::printf("}");
  }
  std::printf("],\n\"idle\":[");
  CHECK(cudaDeviceSynchronize());
  std::this_thread::sleep_for(std::chrono::seconds(8));
  const auto start = Clock::now();
  for (int i = 0; i < 60; ++i) {
    const double at = us_since(start) / 1e3;
    const double us = by_events([&] { compute<<<132 * 4, 512>>>(out, ticks); }, 1);
    long long seen[2];
    CHECK(cudaMemcpy(seen, ticks, sizeof seen, cudaMemcpyDeviceToHost));
    std::printf("%s[%.2f,%.1f,%.0f]", i ? "," : "", at, us, 1e3 * seen[0] / seen[1]);
  }
  std::printf("]}\n");
}
