// C = A·B in BF16 with FP32 sums on the tensor cores (mma.sync), row-major n×n matrices, n a multiple of 256.
// A block of 8 warps makes a 128×256 tile of C, each warp 64×64. Tiles of A and B arrive by cp.async in four
// stages; in shared memory the 16-byte pieces of every 128 bytes are stored XORed with the row, so that ldmatrix
// finds its rows in different banks.
#pragma once

#include <cuda_bf16.h>
#include <cuda_pipeline.h>

#include "common.cuh"

constexpr int kRows = 128, kCols = 256, kDepth = 64, kStages = 4;

struct TensorStage {
  __nv_bfloat16 a[kRows][kDepth];
  __nv_bfloat16 b[kDepth][kCols];
};
constexpr int kTensorBytes = kStages * sizeof(TensorStage);

// Where piece `piece` (8 values) of row `row` is stored.
template <int kWidth>
__device__ inline uint32_t piece_at(const __nv_bfloat16 (&tile)[kWidth], int row, int piece) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(&tile[(piece ^ (row & 7)) * 8]));
}

__device__ inline void load_matrices(uint32_t (&to)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // [rung: tensor cores]
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(address));
}

__device__ inline void load_transposed(uint32_t (&to)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(address));
}

// sum (16×8) += a (16×16) · b (16×8), by one warp
__device__ inline void multiply(float (&sum)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "  // [rung: tensor cores]
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void __launch_bounds__(256, 1)
    tensor_cores(const __nv_bfloat16* A, const __nv_bfloat16* B, __nv_bfloat16* C, int n) {
  extern __shared__ __align__(1024) char dynamic[];
  TensorStage* stages = reinterpret_cast<TensorStage*>(dynamic);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warp_row = warp / 4 * 64, warp_col = warp % 4 * 64;
  // Blocks that run at the same time share rows and columns: bands of 8 tiles of rows, column by column.
  const int band = 8 * (n / kCols);
  const int tile_row = blockIdx.x / band * 8 + blockIdx.x % 8, tile_col = blockIdx.x % band / 8;
  A += static_cast<size_t>(tile_row) * kRows * n;
  B += tile_col * kCols;

  // Which 16 bytes this thread copies of every 32 rows of A and every 8 rows of B.
  const int a_row = threadIdx.x / 8, a_piece = threadIdx.x % 8;
  const int b_row = threadIdx.x / 32, b_piece = threadIdx.x % 32;
  const auto fetch = [&](int tile) {
    if (tile * kDepth < n) {
      TensorStage& to = stages[tile % kStages];
#pragma unroll
      for (int i = 0; i < kRows / 32; ++i) {
        __pipeline_memcpy_async(&to.a[i * 32 + a_row][(a_piece ^ (a_row & 7)) * 8],
                                &A[(i * 32 + a_row) * n + tile * kDepth + a_piece * 8], 16);
      }
#pragma unroll
      for (int i = 0; i < kDepth / 8; ++i) {
        __pipeline_memcpy_async(&to.b[i * 8 + b_row][(b_piece ^ b_row) * 8],
                                &B[(tile * kDepth + i * 8 + b_row) * n + b_piece * 8], 16);
      }
    }
    __pipeline_commit();
  };

  float sum[4][8][4] = {};  // 4×8 pieces of 16×8
  for (int tile = 0; tile < kStages - 1; ++tile) fetch(tile);
  for (int tile = 0; tile * kDepth < n; ++tile) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    fetch(tile + kStages - 1);
    const TensorStage& now = stages[tile % kStages];
#pragma unroll
    for (int k = 0; k < kDepth; k += 16) {
      uint32_t a[4][4], b[4][4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int row = warp_row + i * 16 + lane % 16;
        load_matrices(a[i], piece_at(now.a[row], row, k / 8 + lane / 16));
        const int depth = k + lane % 16;
        load_transposed(b[i], piece_at(now.b[depth], depth, warp_col / 8 + i * 2 + lane / 16));
      }
#pragma unroll
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) multiply(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
      }
    }
  }
  __nv_bfloat16* corner = C + static_cast<size_t>(tile_row) * kRows * n + tile_col * kCols;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      const int row = warp_row + i * 16 + lane / 4, col = warp_col + j * 8 + lane % 4 * 2;
      const auto pair = [&](int at) { return reinterpret_cast<__nv_bfloat162*>(&corner[(row + at) * n + col]); };
      *pair(0) = __floats2bfloat162_rn(sum[i][j][0], sum[i][j][1]);
      *pair(8) = __floats2bfloat162_rn(sum[i][j][2], sum[i][j][3]);
    }
  }
}
