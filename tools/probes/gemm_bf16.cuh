// C = A·B in BF16 with FP32 sums on the tensor cores, by Hopper's warpgroup instruction (wgmma),
// row-major n×n matrices, n a multiple of 1024. A block of two warpgroups makes a 128×256 tile of
// C, each warpgroup 64 of its rows. Tiles of A and B arrive by cp.async in four stages, with the
// 16-byte pieces of every 128 bytes XORed with the row: the instruction reads them from shared
// memory in that order.
#pragma once

#include <cuda_bf16.h>
#include <cuda_pipeline.h>

#include "common.cuh"

constexpr int kRows = 128, kCols = 256, kDepth = 64, kStages = 4;

struct TensorStage {
  __nv_bfloat16 a[kRows][64];
  __nv_bfloat16 b[kCols / 64][kDepth][64];  // blocks of 64 columns: rows of 128 bytes, as for A
};
constexpr int kTensorBytes = kStages * sizeof(TensorStage);

// What the instruction wants to know of a tile: where it starts, bytes between blocks of 64 columns
// (B), bytes between groups of 8 rows, and that 128-byte rows are swizzled.
__device__ inline uint64_t describe(const void* tile, uint64_t block_bytes) {
  const uint64_t address = __cvta_generic_to_shared(tile);
  return (address & 0x3ffff) >> 4 | block_bytes >> 4 << 16 | uint64_t{1024 >> 4} << 32 |
         uint64_t{1} << 62;
}

// d (64×128) = (add ? d : 0) + a (64×16) · b (16×128), by one warpgroup, while the warps go on
__device__ inline void multiply(float (&d)[64], uint64_t a, uint64_t b, int add) {
  asm volatile(
      "{.reg .pred add; setp.ne.b32 add, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
      "%64, %65, add, 1, 1, 0, 1;}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
        "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
        "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
        "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
        "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
        "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
        "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]),
        "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
        "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]),
        "+f"(d[63])
      : "l"(a), "l"(b), "r"(add));
}

__global__ void __launch_bounds__(256, 1)
    tensor_cores(const __nv_bfloat16* A, const __nv_bfloat16* B, __nv_bfloat16* C, int n) {
  extern __shared__ __align__(1024) char dynamic[];
  TensorStage* stages = reinterpret_cast<TensorStage*>(dynamic);
  const int group = threadIdx.x / 128, warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
  // Blocks that run at the same time share rows and columns: bands of 8 tiles of rows, column by
  // column.
  const int band = 8 * (n / kCols);
  const int tile_row = blockIdx.x / band * 8 + blockIdx.x % 8, tile_col = blockIdx.x % band / 8;
  A += static_cast<size_t>(tile_row) * kRows * n;
  B += tile_col * kCols;

  // Which 16 bytes this thread copies of every 32 rows of A and every 8 rows of B.
  const int a_row = threadIdx.x / 8, a_piece = threadIdx.x % 8;
  const int b_row = threadIdx.x / 32, b_block = threadIdx.x % 32 / 8, b_piece = threadIdx.x % 8;
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
        __pipeline_memcpy_async(
            &to.b[b_block][i * 8 + b_row][(b_piece ^ b_row) * 8],
            &B[(tile * kDepth + i * 8 + b_row) * n + b_block * 64 + b_piece * 8], 16);
      }
    }
    __pipeline_commit();
  };

  float sum[2][64];  // this warpgroup's 64 rows, two halves of 128 columns
  for (int tile = 0; tile < kStages - 2; ++tile) fetch(tile);
  for (int tile = 0; tile * kDepth < n; ++tile) {
    __pipeline_wait_prior(kStages - 3);
    asm volatile("fence.proxy.async.shared::cta;" ::
                     : "memory");  // copies by threads, reads by the tensor cores
    __syncthreads();
    const TensorStage& now = stages[tile % kStages];
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < kDepth; k += 16) {
      const uint64_t a = describe(&now.a[group * 64][k], 0);
      multiply(sum[0], a, describe(now.b[0][k], sizeof now.b[0]),
               tile + k > 0);  // [rung: tensor cores]
      multiply(sum[1], a, describe(now.b[2][k], sizeof now.b[0]),
               tile + k > 0);  // [rung: tensor cores]
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::
                     : "memory");  // the tile before this one is used up…
    fetch(tile + kStages - 2);     // …and for all, the one before that
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");

  __nv_bfloat16* corner = C + static_cast<size_t>(tile_row) * kRows * n + tile_col * kCols;
  const int row = group * 64 + warp * 16 + lane / 4;
#pragma unroll
  for (int i = 0; i < 64; i += 4) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int col = half * 128 + i * 2 + lane % 4 * 2;
      const auto pair = [&](int at) {
        return reinterpret_cast<__nv_bfloat162*>(&corner[(row + at) * n + col]);
      };
      *pair(0) = __floats2bfloat162_rn(sum[half][i], sum[half][i + 1]);
      *pair(8) = __floats2bfloat162_rn(sum[half][i + 2], sum[half][i + 3]);
    }
  }
}
