// Question: how many wavefronts (passes) does one warp's shared-memory load or store take?
// Method:   one launch of one warp per pattern; the offsets travel as kernel parameters and the
//           pattern's access is the only one to shared memory. A profiler counts each launch (see
//           run).
// Usage:    wavefronts PATTERNS: one launch per line of the file, in order
//           wavefronts --single PATTERNS: the first line alone; prints CUDA's error name as JSON
#include "pattern.cuh"

constexpr int kBytes = 48 << 10;

// Assembly, because shared memory that nobody wrote is undefined to the compiler: it may drop the
// load.
__device__ void load(uint32_t address, uint8_t& value) {
  uint16_t wide;
  asm volatile("ld.shared.u8 %0, [%1];" : "=h"(wide) : "r"(address));
  value = static_cast<uint8_t>(wide);
}
__device__ void load(uint32_t address, uint16_t& value) {
  asm volatile("ld.shared.u16 %0, [%1];" : "=h"(value) : "r"(address));
}
__device__ void load(uint32_t address, uint32_t& value) {
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address));
}
__device__ void load(uint32_t address, uint2& value) {
  asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(value.x), "=r"(value.y) : "r"(address));
}
__device__ void load(uint32_t address, uint4& value) {
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "r"(address));
}

__device__ void store(uint32_t address, uint8_t) {
  asm volatile("st.shared.u8 [%0], %1;" ::"r"(address), "h"(uint16_t{0}));
}
__device__ void store(uint32_t address, uint16_t value) {
  asm volatile("st.shared.u16 [%0], %1;" ::"r"(address), "h"(value));
}
__device__ void store(uint32_t address, uint32_t value) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(value));
}
__device__ void store(uint32_t address, uint2 value) {
  asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(address), "r"(value.x), "r"(value.y));
}
__device__ void store(uint32_t address, uint4 value) {
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(value.x),
               "r"(value.y), "r"(value.z), "r"(value.w));
}

extern __shared__ __align__(1024) char tile[];

template <typename T>
__global__ void load_once(const __grid_constant__ Pattern::Offsets offsets, uint32_t sentinel,
                          uint32_t* sink) {
  const int offset = offsets.lane[threadIdx.x];
  if (offset < 0) return;
  T value;
  load(static_cast<uint32_t>(__cvta_generic_to_shared(tile)) + offset, value);
  if (fold(value) == sentinel) *sink = 1;  // rarely; goes to global memory, which is not counted
}

template <typename T>
__global__ void store_once(const __grid_constant__ Pattern::Offsets offsets) {
  const int offset = offsets.lane[threadIdx.x];
  if (offset < 0) return;
  store(static_cast<uint32_t>(__cvta_generic_to_shared(tile)) + offset, T{});
}

int main(int argc, char** argv) {
  uint32_t* sink = nullptr;
  CHECK(cudaMalloc(&sink, sizeof *sink));
  return run_patterns(argc, argv, kBytes, [&](const Pattern& pattern, auto zero) {
    using T = decltype(zero);
    if (pattern.store) {
      store_once<T><<<1, 32, kBytes>>>(pattern.offsets);
    } else {
      load_once<T><<<1, 32, kBytes>>>(pattern.offsets, 1, sink);
    }
  });
}
