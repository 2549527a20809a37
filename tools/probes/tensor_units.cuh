// Dot products by the tensor cores' instructions, one unit each: 32 bytes of each operand at a
// time, sums in FP32 registers. Operands are rows of K elements in global memory.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "common.cuh"

// Shared memory of one step in the instruction's own order: blocks of 8 rows × 16 bytes.
struct Operands {
  alignas(128) uint8_t a[8][2][8][16];  // 64 rows
  alignas(128) uint8_t b[2][8][16];     // 8 columns
};

// Where a tile starts, bytes from a block to the next along K, and to the next 8 rows.
__device__ inline uint64_t describe_blocks(const void* tile) {
  const uint64_t address = __cvta_generic_to_shared(tile);
  return (address & 0x3ffff) >> 4 | uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32;
}

// d (64×8) = (add ? d : 0) + a (64×32 bytes) · b (8 columns of 32 bytes), by one warpgroup
#define WGMMA_UNIT(NAME, ELEMENT, BYTES, SHAPE, TYPES, LAYOUTS)                     \
  struct NAME {                                                                     \
    using Element = ELEMENT;                                                        \
    static constexpr int bytes = BYTES;                                             \
    static constexpr bool warpgroup = true;                                         \
    static __device__ void multiply(float (&d)[4], const Operands& from, int add) { \
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                       \
      asm volatile(                                                                 \
          "{.reg .pred add; setp.ne.b32 add, %6, 0;\n"                              \
          "wgmma.mma_async.sync.aligned." SHAPE ".f32." TYPES                       \
          " {%0, %1, %2, %3}, %4, %5, add, 1, 1" LAYOUTS ";}"                       \
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                          \
          : "l"(describe_blocks(from.a)), "l"(describe_blocks(from.b)), "r"(add));  \
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");                \
      asm volatile("wgmma.wait_group.sync.aligned 0;"                               \
                   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory");     \
    }                                                                               \
  }
WGMMA_UNIT(WgmmaE4m3, uint8_t, 1, "m64n8k32", "e4m3.e4m3", "");
WGMMA_UNIT(WgmmaE5m2, uint8_t, 1, "m64n8k32", "e5m2.e5m2", "");
WGMMA_UNIT(WgmmaF16, __half, 2, "m64n8k16", "f16.f16", ", 0, 0");
WGMMA_UNIT(WgmmaBf16, __nv_bfloat16, 2, "m64n8k16", "bf16.bf16", ", 0, 0");

// The same for a warp's instruction of Ada and later, rows 16 to 63 left out.
struct MmaE4m3 {
  using Element = uint8_t;
  static constexpr int bytes = 1;
  static constexpr bool warpgroup = false;
  static __device__ void multiply(float (&d)[4], const Operands& from, int add) {
    if (threadIdx.x >= 32) return;
    const int row = threadIdx.x / 4, at = threadIdx.x % 4 * 4;
    const auto word = [&](const uint8_t(&block)[8][16]) {
      return *reinterpret_cast<const uint32_t*>(&block[row][at]);
    };
    if (!add) d[0] = d[1] = d[2] = d[3] = 0;
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(word(from.a[0][0])), "r"(word(from.a[1][0])), "r"(word(from.a[0][1])),
          "r"(word(from.a[1][1])), "r"(word(from.b[0])), "r"(word(from.b[1])));
  }
};

// What one block of 128 threads computes: rows × columns dot products of K elements, added to
// `start` (or to nothing), in steps of one instruction. Every `interval` elements the sum moves
// into FP32 registers, which add (round to nearest even) on the CUDA cores; 0: never.
struct Dots {
  int rows, columns;  // at most 64 (a warp's instruction: 16) and 8
  int k, interval;
  const float* start;  // rows × columns, or null
};

template <typename Unit>
__device__ void dots(const Dots& dots, const typename Unit::Element* a,
                     const typename Unit::Element* b, float* c) {
  __shared__ Operands operands;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const auto each = [&](auto act) {  // act(index into c, register) for this thread's results
    for (int i = 0; i < 4; ++i) {
      const int row = warp * 16 + lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
      if (row < dots.rows && column < dots.columns && (Unit::warpgroup || warp == 0))
        act(row * dots.columns + column, i);
    }
  };
  constexpr int step = 32 / Unit::bytes;
  float sum[4] = {}, promoted[4] = {};
  if (dots.start) each([&](int at, int i) { sum[i] = dots.start[at]; });
  for (int k = 0; k < dots.k; k += step) {
    __syncthreads();
    for (int i = threadIdx.x; i < 72 * 32; i += 128) {
      const int row = i / 32, byte = i % 32;
      const int limit = row < 64 ? dots.rows : dots.columns, at = row < 64 ? row : row - 64;
      const auto* from = reinterpret_cast<const uint8_t*>(row < 64 ? a : b);
      const size_t offset = (static_cast<size_t>(at) * dots.k + k) * Unit::bytes + byte;
      const uint8_t value = at < limit ? from[offset] : uint8_t{0};
      if (row < 64)
        operands.a[row / 8][byte / 16][row % 8][byte % 16] = value;
      else
        operands.b[byte / 16][at][byte % 16] = value;
    }
    // written by threads, read by the tensor cores
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const bool fresh = dots.interval > 0 ? k % dots.interval == 0 : k == 0;
    Unit::multiply(sum, operands, !fresh || dots.start);
    if (dots.interval > 0 && (k + step) % dots.interval == 0)
      for (int i = 0; i < 4; ++i) promoted[i] += sum[i];
  }
  each([&](int at, int i) { c[at] = dots.interval > 0 ? promoted[i] : sum[i]; });
}

template <typename Unit>
__global__ void __launch_bounds__(128) dots_kernel(Dots shape, const typename Unit::Element* a,
                                                   const typename Unit::Element* b, float* c) {
  dots<Unit>(shape, a, b, c);
}

// One row against one column: block i adds the products of a's and b's i-th K elements to start[i].
template <typename Unit>
__global__ void __launch_bounds__(128)
    single_kernel(int k, const typename Unit::Element* a, const typename Unit::Element* b,
                  const float* start, float* c) {
  const size_t i = blockIdx.x;
  dots<Unit>({1, 1, k, 0, start + i}, a + i * k, b + i * k, c + i);
}

template <typename T>
T* on_gpu(const std::vector<T>& values) {
  T* copy;
  CHECK(cudaMalloc(&copy, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return copy;
}

inline std::vector<float> from_gpu(float* values, size_t count) {
  std::vector<float> copy(count);
  CHECK(cudaMemcpy(copy.data(), values, count * sizeof(float), cudaMemcpyDeviceToHost));
  return copy;
}

template <typename Unit>
std::vector<float> multiply(const Dots& shape, const std::vector<typename Unit::Element>& a,
                            const std::vector<typename Unit::Element>& b) {
  const size_t count = static_cast<size_t>(shape.rows) * shape.columns;
  auto *da = on_gpu(a), *db = on_gpu(b);
  float* dc = on_gpu(std::vector<float>(count));
  dots_kernel<Unit><<<1, 128>>>(shape, da, db, dc);
  CHECK(cudaGetLastError());
  const std::vector<float> c = from_gpu(dc, count);
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  return c;
}

template <typename Unit>
std::vector<float> multiply_each(int k, const std::vector<typename Unit::Element>& a,
                                 const std::vector<typename Unit::Element>& b,
                                 const std::vector<float>& start) {
  auto *da = on_gpu(a), *db = on_gpu(b);
  float *ds = on_gpu(start), *dc = on_gpu(start);
  single_kernel<Unit><<<static_cast<unsigned>(start.size()), 128>>>(k, da, db, ds, dc);
  CHECK(cudaGetLastError());
  const std::vector<float> c = from_gpu(dc, start.size());
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(ds));
  CHECK(cudaFree(dc));
  return c;
}
