// Question: what does a branch cost that some lanes of a warp take and others do not?
// Method:   one warp alone; lanes below `taken` run one side, the others the other side, each a
//           chain of dependent FFMAs of its own length. Cycles by the multiprocessor's clock around
//           the branch, least of many runs, less those of an empty measurement.
// Output:   JSON: empty_cycles, and cases [{then, otherwise, cycles for 0 … 32 lanes taken}].
// Options:  --count: launches each case once for 0, 1, 16, 31 and 32 lanes, for a profiler.
#include <cstring>

#include "common.cuh"

constexpr int kRepeats = 20, kCounted[] = {0, 1, 16, 31, 32};

__device__ inline long long now() {
  long long clock;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock)::"memory");
  return clock;
}

// So many FFMAs, each of which needs the one before it; volatile, so that no compiler makes a
// predicated instruction or a shared tail of them.
template <int Count>
__device__ inline void chain(float& x) {
#pragma unroll
  for (int i = 0; i < Count; ++i) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
}

template <int Then, int Otherwise>
__global__ void branch(int taken, int* cycles, float* sink) {
  float x = static_cast<float>(threadIdx.x);
#pragma unroll 1
  for (int run = 0; run < kRepeats; ++run) {
    __syncwarp();
    const long long start = now();
    if (static_cast<int>(threadIdx.x) < taken)
      chain<Then>(x);
    else
      chain<Otherwise>(x);
    __syncwarp();
    const long long end = now();
    if (threadIdx.x == 0) cycles[run] = static_cast<int>(end - start);
  }
  sink[threadIdx.x] = x;
}

template <int Then, int Otherwise>
int run(int taken) {
  int* cycles;
  float* sink;
  CHECK(cudaMalloc(&cycles, kRepeats * sizeof(int)));
  CHECK(cudaMalloc(&sink, 32 * sizeof(float)));
  branch<Then, Otherwise><<<1, 32>>>(taken, cycles, sink);
  CHECK(cudaGetLastError());
  int found[kRepeats];
  CHECK(cudaMemcpy(found, cycles, sizeof found, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(cycles));
  CHECK(cudaFree(sink));
  return *std::min_element(found, found + kRepeats);
}

bool first = true;

template <int Then, int Otherwise>
void measure(bool count) {
  if (count) {
    for (const int taken : kCounted) run<Then, Otherwise>(taken);
    return;
  }
  std::vector<int> all;
  for (int taken = 0; taken <= 32; ++taken) all.push_back(run<Then, Otherwise>(taken));
  std::printf("%s{\"then\":%d,\"otherwise\":%d,\"cycles\":[", first ? "" : ",\n", Then, Otherwise);
  for (int taken = 0; taken <= 32; ++taken) std::printf("%s%d", taken ? "," : "", all[taken]);
  std::printf("]}");
  first = false;
}

int main(int argc, char** argv) {
  const bool count = argc > 1 && std::strcmp(argv[1], "--count") == 0;
  if (!count) std::printf("{\"empty_cycles\":%d,\n\"cases\":[\n", run<0, 0>(16));
  measure<64, 64>(count);
  measure<256, 256>(count);
  measure<256, 64>(count);
  measure<64, 256>(count);
  measure<256, 0>(count);
  if (!count) std::printf("\n]}\n");
}
