// Question: how many bytes does L2 fetch from HBM when a warp needs one sector of every line, and
//           what does the limit on its fetch granularity change?
// Method:   2^26 floats as a matrix with rows of 128 bytes, column by column, as copy_by_columns of
//           snippets.cu: a warp touches one sector of 32 lines. One kernel only loads, one only
//           stores, one copies, each with the limit as it was found and with 32, 64 and 128 bytes.
//           A profiler counts the bytes of HBM (tools/probes/run).
// Output:   JSON: found, the limit at the start; asked, the bytes of all touched sectors of one
//           array; cases [{kernel, limit, answered (what the device then says the limit is), ms}].
// Usage:    fetch_granularity | fetch_granularity --count (one launch of each; prints nothing)
#include <cstring>

#include "common.cuh"

namespace {

constexpr int kColumns = 32, kRows = 1 << 21, kCount = kRows * kColumns;
constexpr double kAsked = 32.0 * kCount;  // no sector stays in L2 until its next use

// The kernels' place i, counted down the columns.
__device__ int down_columns(int i) { return i % kRows * kColumns + i / kRows; }

__global__ void load_by_columns(const float* in, float* out) {
  const float value = in[down_columns(blockIdx.x * blockDim.x + threadIdx.x)];
  if (value < 0) *out = value;  // never: the compiler must load
}

__global__ void store_by_columns(const float*, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[down_columns(i)] = static_cast<float>(i);
}

__global__ void copy_by_columns(const float* in, float* out) {
  const int at = down_columns(blockIdx.x * blockDim.x + threadIdx.x);
  out[at] = in[at];
}

size_t limit_now() {
  size_t bytes = 0;
  CHECK(cudaDeviceGetLimit(&bytes, cudaLimitMaxL2FetchGranularity));
  return bytes;
}

struct Kernel {
  const char* name;
  void (*run)(const float*, float*);
};
constexpr Kernel kKernels[] = {
    {"load", load_by_columns}, {"store", store_by_columns}, {"copy", copy_by_columns}};

}  // namespace

int main(int argc, char** argv) {
  const bool counting = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  float *in, *out;
  CHECK(cudaMalloc(&in, kCount * sizeof(float)));
  CHECK(cudaMalloc(&out, kCount * sizeof(float)));
  CHECK(cudaMemset(in, 0, kCount * sizeof(float)));
  const size_t found = limit_now();
  if (!counting) std::printf("{\"found\":%zu,\"asked\":%.0f,\n\"cases\":[\n", found, kAsked);
  const char* comma = "";
  for (const size_t limit : {size_t{0}, size_t{32}, size_t{64}, size_t{128}}) {  // 0: as found
    if (limit > 0) CHECK(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, limit));
    for (const Kernel& kernel : kKernels) {
      const auto launch = [&] { kernel.run<<<kCount / 256, 256>>>(in, out); };
      if (counting) {
        launch();
        CHECK(cudaDeviceSynchronize());
        continue;
      }
      std::printf("%s{\"kernel\":\"%s\",\"limit\":%zu,\"answered\":%zu,\"ms\":%.4f}", comma,
                  kernel.name, limit, limit_now(), median_ms(launch, 9, 2));
      comma = ",\n";
    }
  }
  if (!counting) std::printf("]}\n");
}
