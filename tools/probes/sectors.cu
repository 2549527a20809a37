// Question: how many 32-byte sectors and L2 requests does one warp's global load or store cost?
// Method:   one launch of one warp per pattern; the offsets travel as kernel parameters, so the
//           pattern's access is the only one to global memory. A profiler counts each launch (see
//           run).
// Usage:    sectors PATTERNS: one launch per line of the file, in order
//           sectors --single PATTERNS: the first line alone; prints CUDA's error name as JSON
#include "pattern.cuh"

constexpr int kBytes = (16 << 20) + (1 << 10);

template <typename T>
__global__ void load_once(const char* base, const __grid_constant__ Pattern::Offsets offsets,
                          uint32_t sentinel, uint32_t* sink) {
  const int offset = offsets.lane[threadIdx.x];
  if (offset < 0) return;
  const uint32_t value = fold(*reinterpret_cast<const T*>(base + offset));
  if (value == sentinel) *sink = value;  // never: memory is zero
}

template <typename T>
__global__ void store_once(char* base, const __grid_constant__ Pattern::Offsets offsets) {
  const int offset = offsets.lane[threadIdx.x];
  if (offset < 0) return;
  *reinterpret_cast<T*>(base + offset) = T{};
}

int main(int argc, char** argv) {
  char* base = nullptr;
  uint32_t* sink = nullptr;
  CHECK(cudaMalloc(&base, kBytes));
  CHECK(cudaMalloc(&sink, sizeof *sink));
  CHECK(cudaMemset(base, 0, kBytes));
  return run_patterns(argc, argv, kBytes, [&](const Pattern& pattern, auto zero) {
    using T = decltype(zero);
    if (pattern.store) {
      store_once<T><<<1, 32>>>(base, pattern.offsets);
    } else {
      load_once<T><<<1, 32>>>(base, pattern.offsets, 1, sink);
    }
  });
}
