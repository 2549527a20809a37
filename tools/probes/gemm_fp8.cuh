// C = A·Bᵀ of E4M3 matrices with fine-grained scales, C in BF16: row-major n×n, n a multiple of
// 1024, both with rows along K. A has a scale for every 128 numbers of a row, B one for every
// 128×128. The tensor cores sum 128 products; then FP32 registers take the sum over, with both
// scales, on the CUDA cores, while the other warpgroup multiplies. Persistent, in clusters of two
// beside each other that share rows of A.
#pragma once

#include <cuda_fp8.h>

#include "gemm_specialized.cuh"

constexpr int kFp8Rows = 256, kFp8Cols = 128, kFp8Depth = 128, kFp8Stages = 4;
constexpr int kFp8Blocks = 2;
constexpr int kTurn = 3;  // the first of two barriers, after those of `send`

struct Fp8Memory {
  struct Stage {
    __nv_fp8_e4m3 a[kFp8Rows][kFp8Depth], b[kFp8Cols][kFp8Depth];
  } stages[kFp8Stages];
  Outgoing out[2];
  float a_scales[kFp8Stages][kFp8Rows];
  float b_scales[kFp8Stages][4];  // of four steps, as 16 bytes are the least that is copied
  Barrier full[kFp8Stages], empty[kFp8Stages];
  static constexpr int bytes = sizeof(Stage) + sizeof a_scales[0] + sizeof b_scales[0];
};

// Scales: `A` in rows of n for each 128 of K; `B` in rows of n / 128 for each 128 columns.
struct Fp8Scales {
  const float *A, *B;
};

__device__ inline void load_fp8(Fp8Memory& memory, Ring<kFp8Stages>& ring, const CUtensorMap& A,
                                const CUtensorMap& B, Fp8Scales scales, Place tile, int rank,
                                int n) {
  const int steps = n / kFp8Depth, half = kFp8Rows / 2;
  for (int step = 0; step < steps; ++step, ring.next()) {
    const int s = ring.stage;
    Barrier& full = memory.full[s];
    memory.empty[s].wait(ring.parity ^ 1);
    full.expect(Fp8Memory::bytes);
    load_for(0b11, memory.stages[s].a[rank * half], A, {0, tile.row + rank * half, step}, full);
    load(memory.stages[s].b, B, {0, tile.col, step}, full);
    load_bytes(memory.a_scales[s], scales.A + static_cast<size_t>(step) * n + tile.row,
               sizeof memory.a_scales[s], full);
    load_bytes(memory.b_scales[s], scales.B + tile.col / 128 * steps + step / 4 * 4,
               sizeof memory.b_scales[s], full);
  }
}

// This warpgroup's 128 rows, in two halves of 64. The warpgroups take turns at the tensor cores:
// left alone, both would multiply together and then both add, and nobody multiplies meanwhile.
__device__ inline void multiply_fp8_tile(float (&sum)[2][64], Fp8Memory& memory,
                                         Ring<kFp8Stages>& ring, int group, int steps) {
  const int row = threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4;
  for (int step = 0; step < steps; ++step, ring.next()) {
    const int s = ring.stage;
    memory.full[s].wait(ring.parity);
    const float b_scale = memory.b_scales[s][step % 4];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int first = group * 128 + half * 64;
      float part[64];
      sync_some(kTurn + group, kMultiplying);
      begin_products();
#pragma unroll
      for (int k = 0; k < kFp8Depth; k += 32)
        multiply_fp8(part, describe(&memory.stages[s].a[first][k], 0),
                     describe(&memory.stages[s].b[0][k], 0), k > 0);
      end_products();
      arrive_some(kTurn + 1 - group, kMultiplying);  // the other's may queue behind these
      const float upper = memory.a_scales[s][first + row] * b_scale;
      const float lower = memory.a_scales[s][first + row + 8] * b_scale;
      finish_products(part);
      if (half == 1) release<kFp8Blocks>(memory.empty[s]);
#pragma unroll
      for (int i = 0; i < 64; ++i)
        sum[half][i] = fmaf(part[i], i % 4 < 2 ? upper : lower, sum[half][i]);
    }
  }
}

__global__ void __cluster_dims__(kFp8Blocks) __launch_bounds__(kSpecialized, 1)
    fp8(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
        const __grid_constant__ CUtensorMap C, Fp8Scales scales, int n, int band) {
  extern __shared__ __align__(1024) char dynamic[];
  Fp8Memory& memory = *reinterpret_cast<Fp8Memory*>(dynamic);
  if (threadIdx.x == 0) {
    for (Barrier& barrier : memory.full) barrier.init(1);
    for (Barrier& barrier : memory.empty) barrier.init(kFp8Blocks * kMultiplying / 32);
    publish_barriers();
  }
  __syncthreads();
  sync_cluster();
  const int rank = blockIdx.x % kFp8Blocks, tiles = n / kFp8Rows * (n / (kFp8Blocks * kFp8Cols));
  const auto each_tile = [&](auto make) {
    for (int i = blockIdx.x / kFp8Blocks; i < tiles; i += gridDim.x / kFp8Blocks) {
      Place tile = place(i, n, kFp8Rows, kFp8Blocks * kFp8Cols, band);
      tile.col += rank * kFp8Cols;
      make(tile);
    }
  };
  Ring<kFp8Stages> ring;
  if (threadIdx.x >= kMultiplying) {
    give_registers<40>();
    if (threadIdx.x == kMultiplying)
      each_tile([&](Place tile) { load_fp8(memory, ring, A, B, scales, tile, rank, n); });
  } else {
    take_registers<232>();
    const int group = threadIdx.x / kWarpgroup;
    if (group == 1) arrive_some(kTurn, kMultiplying);  // the other one begins
    each_tile([&](Place tile) {
      float sum[2][64] = {};
      multiply_fp8_tile(sum, memory, ring, group, n / kFp8Depth);
#pragma unroll
      for (int quarter = 0; quarter < 4; ++quarter)
        send(group, C, {tile.row + group * 128 + quarter / 2 * 64, tile.col + quarter % 2 * 64},
             memory.out[group],
             [&] { put(memory.out[group], sum[quarter / 2], quarter % 2 * 32); });
    });
    if (group == 0) sync_some(kTurn, kMultiplying);
    if (threadIdx.x % kWarpgroup == 0) wait_for_stores();
  }
  sync_cluster();
}
