// C = A·B in BF16 with FP32 sums, row-major n×n matrices, n a multiple of 1024, tiles of 128×256 as
// in gemm_bf16.cuh. One thread asks the copy engine (TMA) for whole tiles, where all threads
// copied.
#pragma once

#include "hopper.cuh"
#include "wgmma.cuh"

constexpr int kWarpgroup = 128, kMultiplying = 2 * kWarpgroup;

struct Place {
  int row, col;
};

// The corner of tile `index`: bands of so many rows of tiles, each column by column, so that tiles
// that are made at the same time share rows and columns.
__device__ inline Place place(int index, int n, int rows, int cols, int band) {
  const int in_band = band * (n / cols);
  return {(index / in_band * band + index % band) * rows, index % in_band / band * cols};
}

struct TmaMemory {
  TensorStage stages[kStages];
  Barrier full[kStages], empty[kStages];

  // One arrival fills a buffer; `releases` warps say that it is used up.
  __device__ void init(int releases) {
    if (threadIdx.x == 0) {
      for (Barrier& barrier : full) barrier.init(1);
      for (Barrier& barrier : empty) barrier.init(releases);
      publish_barriers();
    }
    __syncthreads();
  }
};

// [snippet: TMA stage]
__device__ inline void load_stage(TmaMemory& memory, int stage, const CUtensorMap& A,
                                  const CUtensorMap& B, Place tile, int k) {
  memory.full[stage].expect(sizeof(TensorStage));
  load(memory.stages[stage].a, A, {0, tile.row, k / 64}, memory.full[stage]);
  load(memory.stages[stage].b, B, {0, k, tile.col / 64}, memory.full[stage]);
}
// [end]

// sum (+)= this warpgroup's 64 rows of a · b
__device__ inline void multiply_stage(float (&sum)[128], const TensorStage& now, int group,
                                      bool first) {
  begin_products();
#pragma unroll
  for (int k = 0; k < kDepth; k += 16)
    multiply(sum, describe(&now.a[group * 64][k], 0), describe(now.b[0][k], sizeof now.b[0]),
             !first || k > 0);
  end_products();
}

// This warpgroup's 64×256 sums to `corner`, from registers.
__device__ inline void store_sums(float (&sum)[128], __nv_bfloat16* corner, int n) {
  const int row = threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4;
#pragma unroll
  for (int i = 0; i < 128; i += 4) {
    const auto pair = [&](int at) {
      return reinterpret_cast<__nv_bfloat162*>(
          &corner[static_cast<size_t>(row + at) * n + i * 2 + threadIdx.x % 4 * 2]);
    };
    *pair(0) = __floats2bfloat162_rn(sum[i], sum[i + 1]);
    *pair(8) = __floats2bfloat162_rn(sum[i + 2], sum[i + 3]);
  }
}

// Two warpgroups. The buffer that all have used up is asked for again.
__global__ void __launch_bounds__(kMultiplying, 1)
    tma(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
        __nv_bfloat16* C, int n) {
  extern __shared__ __align__(1024) char dynamic[];
  TmaMemory& memory = *reinterpret_cast<TmaMemory*>(dynamic);
  memory.init(1);
  const int group = threadIdx.x / kWarpgroup, steps = n / kDepth;
  const Place tile = place(blockIdx.x, n, kRows, kCols, 8);
  const auto fetch = [&](int step) {
    if (threadIdx.x == 0 && step < steps)
      load_stage(memory, step % kStages, A, B, tile, step * kDepth);
  };

  for (int step = 0; step < kStages - 1; ++step) fetch(step);
  float sum[128];
  for (int step = 0; step < steps; ++step) {
    memory.full[step % kStages].wait(step / kStages % 2);
    multiply_stage(sum, memory.stages[step % kStages], group, step == 0);
    wait_for_products<1>();  // the step before this one is done…
    __syncthreads();         // …for all
    fetch(step + kStages - 1);
  }
  finish_products(sum);
  store_sums(sum, C + static_cast<size_t>(tile.row + group * 64) * n + tile.col, n);
}
