// Question: what does it cost when a launch bound leaves a kernel fewer registers than it has
//           values?
// Method:   each thread keeps kValues running sums through a loop; __launch_bounds__(256, B) asks
//           for B resident blocks, so the compiler caps the registers and spills the rest to local
//           memory. The same work is timed for each B; a profiler counts the 32-byte sectors of
//           local loads and stores of one warp (see run).
// Output:   JSON: values, steps of the loop, and bounds [{min_blocks B, registers, local_bytes of
//           stack per thread, resident blocks, ms}].
// Usage:    spills | spills --count (one warp and one launch per bound; prints nothing)
#include <cstring>
#include <utility>

#include "common.cuh"

constexpr int kThreads = 256;
constexpr int kValues = 96;
constexpr int kSteps = 512;

template <int kMinBlocks>
__global__ void __launch_bounds__(kThreads, kMinBlocks) sums(const float* in, float* out) {
  float sum[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i)
    sum[i] = in[i + threadIdx.x];  // differs by thread: no uniform registers
#pragma unroll 1
  for (int step = 0; step < kSteps; ++step) {
    const float x = in[step], y = in[step + 1];
#pragma unroll
    for (int i = 0; i < kValues; ++i) sum[i] = fmaf(sum[i], x, y);
  }
  float total = 0;
#pragma unroll
  for (int i = 0; i < kValues; ++i) total += sum[i] * static_cast<float>(i + 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

int main(int argc, char** argv) {
  const bool count = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  int sms = 0;
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  const int blocks = sms * 8 * 15;  // whole waves for most of the bounds
  std::vector<float> host(kValues + kSteps + kThreads);
  for (size_t i = 0; i < host.size(); ++i) host[i] = 0.5f + static_cast<float>(i % 7) / 16;
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, host.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, size_t{kThreads} * blocks * sizeof(float)));
  CHECK(cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));

  float first_result = 0;
  const auto bound = [&](auto constant) {
    constexpr int kMinBlocks = decltype(constant)::value + 1;
    const auto kernel = sums<kMinBlocks>;
    if (count) {
      kernel<<<1, 32>>>(in, out);
      CHECK(cudaDeviceSynchronize());
      return;
    }
    const float ms = median_ms([&] { kernel<<<blocks, kThreads>>>(in, out); }, 15, 2);
    cudaFuncAttributes found;
    int resident = 0;
    CHECK(cudaFuncGetAttributes(&found, kernel));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0));
    float result = 0;
    CHECK(cudaMemcpy(&result, out + size_t{kThreads} * blocks - 1, sizeof result,
                     cudaMemcpyDeviceToHost));
    if (kMinBlocks == 1) first_result = result;
    REQUIRE(result == first_result, "a bound changed the result");
    std::printf(
        "%s{\"min_blocks\":%d,\"registers\":%d,\"local_bytes\":%zu,\"blocks\":%d,\"ms\":%.4f}",
        kMinBlocks == 1 ? "" : ",\n", kMinBlocks, found.numRegs, found.localSizeBytes, resident,
        ms);
  };
  if (!count)
    std::printf("{\"values\":%d,\"steps\":%d,\"threads\":%d,\"bounds\":[\n", kValues, kSteps,
                kThreads);
  [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    (bound(std::integral_constant<int, kIndex>{}), ...);
  }
  (std::make_integer_sequence<int, 8>{});
  if (!count) std::printf("\n]}\n");
}
