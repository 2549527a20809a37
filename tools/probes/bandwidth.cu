// Question: how many bytes a second does each tier of memory deliver to the SMs when all of them read?
// Method:   16-byte loads. Shared memory and L1: every SM reads its own 32 KiB over and over, conflict-free. L2: all
//           SMs read one buffer of 16 MiB past their L1 caches (ld.global.cg), again and again. DRAM: one pass over
//           8 GiB. The best of several runs, timed by events; the clock is measured inside each kernel.
// Output:   JSON: per tier gb_per_s, clock_mhz during the run, bytes_per_clock_per_sm.
#include "common.cuh"

constexpr int kOwnBytes = 32 * 1024, kVectors = kOwnBytes / 16, kThreads = 1024;

__device__ unsigned sink;
__device__ unsigned long long clocks;  // of block 0

__device__ void keep(uint4 sum, long long start) {
  if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 0x12345678u) sink = sum.x;
  if (blockIdx.x == 0 && threadIdx.x == 0) clocks = static_cast<unsigned long long>(clock64() - start);
}

__device__ void add(uint4& sum, uint4 v) {
  sum.x ^= v.x;
  sum.y ^= v.y;
  sum.z ^= v.z;
  sum.w ^= v.w;
}

__device__ uint4 load_shared(unsigned address) {
  uint4 v;
  asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "r"(address));
  return v;
}

__device__ uint4 load_l1(const uint4* p) {
  uint4 v;
  asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
  return v;
}

__device__ uint4 load_l2(const uint4* p) {
  uint4 v;
  asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
  return v;
}

// One vector a thread and round. `step` is a number that the compiler does not know, or it would merge the loads of
// several rounds.
__global__ void __launch_bounds__(kThreads) read_shared(const uint4* in, int rounds, unsigned step) {
  __shared__ uint4 own[kVectors];
  for (int i = threadIdx.x; i < kVectors; i += kThreads) own[i] = in[i];
  __syncthreads();
  const long long start = clock64();
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(own + threadIdx.x));
  unsigned offset = 0;
  uint4 sum = {};
#pragma unroll 8
  for (int round = 0; round < rounds; ++round, offset += step) add(sum, load_shared(at + offset % kOwnBytes));
  keep(sum, start);
}

__global__ void __launch_bounds__(kThreads) read_l1(const uint4* in, int rounds, unsigned step) {
  const long long start = clock64();
  const uint4* own = in + blockIdx.x * kVectors + threadIdx.x;
  unsigned offset = 0;
  uint4 sum = {};
#pragma unroll 8
  for (int round = 0; round < rounds; ++round, offset += step) add(sum, load_l1(own + offset % kVectors));
  keep(sum, start);
}

// `vectors` in all, shared out over the grid; every round reads all of them.
__global__ void __launch_bounds__(kThreads) read_all(const uint4* in, size_t vectors, int rounds) {
  const long long start = clock64();
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  const size_t first = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  uint4 sum = {};
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 4
    for (size_t i = first; i < vectors; i += stride) add(sum, load_l2(in + i));
  }
  keep(sum, start);
}

struct Timing {
  double seconds, hertz;
};

template <typename Launch>
Timing best(Launch launch) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  Timing found{1e9, 0};
  for (int run = 0; run < 12; ++run) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    unsigned long long cycles = 0;
    CHECK(cudaMemcpyFromSymbol(&cycles, clocks, sizeof cycles));
    if (run > 1 && ms * 1e-3 < found.seconds) found = {ms * 1e-3, static_cast<double>(cycles) / (ms * 1e-3)};
  }
  return found;
}

void print(const char* tier, double bytes, const Timing& timing, int sms, bool last) {
  const double rate = bytes / timing.seconds;
  std::printf("\"%s\":{\"gb_per_s\":%.1f,\"clock_mhz\":%.0f,\"bytes_per_clock_per_sm\":%.2f}%s\n", tier, rate / 1e9,
              timing.hertz / 1e6, rate / timing.hertz / sms, last ? "" : ",");
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const int sms = device.multiProcessorCount;
  const size_t dram_bytes = size_t{8} << 30, l2_bytes = size_t{16} << 20;
  uint4* memory = nullptr;
  CHECK(cudaMalloc(&memory, dram_bytes));
  CHECK(cudaMemset(memory, 1, dram_bytes));
  const int rounds = 80000, l2_rounds = 400;
  const double own = 16.0 * kThreads * sms * rounds;
  std::printf("{");
  print("shared", own, best([&] { read_shared<<<sms, kThreads>>>(memory, rounds, kThreads * 16); }), sms, false);
  print("l1", own, best([&] { read_l1<<<sms, kThreads>>>(memory, rounds, kThreads); }), sms, false);
  print("l2", static_cast<double>(l2_bytes) * l2_rounds,
        best([&] { read_all<<<2 * sms, kThreads>>>(memory, l2_bytes / 16, l2_rounds); }), sms, false);
  print("dram", static_cast<double>(dram_bytes),
        best([&] { read_all<<<2 * sms, kThreads>>>(memory, dram_bytes / 16, 1); }), sms, true);
  std::printf("}\n");
}
