// What the probes share: checked CUDA calls and medians.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Stops the program with file, line and CUDA's message unless the call succeeded.
#define CHECK(call)                                                                         \
  do {                                                                                      \
    const cudaError_t status_ = (call);                                                     \
    if (status_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

// Stops the program with a message unless the condition holds.
#define REQUIRE(condition, message)                                       \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, (message)); \
      std::exit(1);                                                       \
    }                                                                     \
  } while (0)

// Device memory for so many of T.
template <typename T>
T* take(size_t count) {
  T* memory;
  CHECK(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

template <typename T>
T median(std::vector<T> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

// Median time of `launch()` in milliseconds, between events, after `warmups` untimed runs.
template <typename Launch>
float median_ms(Launch launch, int runs, int warmups = 1) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int run = -warmups; run < runs; ++run) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (run >= 0) times.push_back(ms);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return median(times);
}
