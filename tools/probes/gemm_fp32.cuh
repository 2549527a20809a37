// C = A·B in FP32, row-major n×n matrices, n a multiple of 128: six kernels, each one idea faster
// than the one before. The lines that carry the idea are marked [rung: NAME].
#pragma once

#include <cuda_pipeline.h>

#include "common.cuh"

__global__ void naive(const float* A, const float* B, float* C, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;  // [rung: naive]
  const int col = blockIdx.y * blockDim.y + threadIdx.y;  // [rung: naive]
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}

__global__ void coalesced(const float* A, const float* B, float* C, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;  // [rung: coalesced]
  const int col = blockIdx.x * blockDim.x + threadIdx.x;  // [rung: coalesced]
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}

__global__ void shared_tile(const float* A, const float* B, float* C, int n) {
  constexpr int T = 32;
  __shared__ float a[T][T], b[T][T];  // [rung: shared tile]
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    a[y][x] = A[row * n + k + x];                          // [rung: shared tile]
    b[y][x] = B[(k + y) * n + col];                        // [rung: shared tile]
    __syncthreads();                                       // [rung: shared tile]
    for (int i = 0; i < T; ++i) sum += a[y][i] * b[i][x];  // [rung: shared tile]
    __syncthreads();                                       // [rung: shared tile]
  }
  C[row * n + col] = sum;
}

constexpr int kTile = 128;  // of C, per block of 256 threads
constexpr int kThreads = 256;
constexpr int kSide = 8;  // each thread owns 8×8 results [rung: register tile]

__global__ void __launch_bounds__(kThreads, 2)
    register_tile(const float* A, const float* B, float* C, int n) {
  constexpr int K = 8;
  __shared__ float a[K][kTile + 4], b[K][kTile];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  A += blockIdx.y * kTile * n;
  B += blockIdx.x * kTile;
  float sum[kSide][kSide] = {};  // [rung: register tile]
  for (int k = 0; k < n; k += K) {
#pragma unroll
    for (int j = 0; j < kTile * K / kThreads; ++j) {
      const int i = j * kThreads + threadIdx.x;
      a[i % K][i / K] = A[i / K * n + k + i % K];
      b[i / kTile][i % kTile] = B[(k + i / kTile) * n + i % kTile];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < K; ++i) {
      float left[kSide], right[kSide];                                    // [rung: register tile]
      for (int s = 0; s < kSide; ++s) left[s] = a[i][y + 16 * s];         // [rung: register tile]
      for (int s = 0; s < kSide; ++s) right[s] = b[i][x + 16 * s];        // [rung: register tile]
      for (int s = 0; s < kSide; ++s) {                                   // [rung: register tile]
        for (int t = 0; t < kSide; ++t) sum[s][t] += left[s] * right[t];  // [rung: register tile]
      }
    }
    __syncthreads();
  }
  C += blockIdx.y * kTile * n + blockIdx.x * kTile;
  for (int s = 0; s < kSide; ++s) {
    for (int t = 0; t < kSide; ++t) C[(y + 16 * s) * n + x + 16 * t] = sum[s][t];
  }
}

__device__ inline float4& four(float& first) { return reinterpret_cast<float4&>(first); }
__device__ inline const float4& four(const float& first) {
  return reinterpret_cast<const float4&>(first);
}

// sum[s][0…7] += left[s] · (low, high)
__device__ inline void multiply(float (&sum)[kSide][kSide], const float (&left)[kSide], float4 low,
                                float4 high) {
  const float right[kSide] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
  for (int s = 0; s < kSide; ++s) {
#pragma unroll
    for (int t = 0; t < kSide; ++t) sum[s][t] += left[s] * right[t];
  }
}

__global__ void __launch_bounds__(kThreads, 2)
    vectorized(const float* A, const float* B, float* C, int n) {
  constexpr int K = 8;
  __shared__ float a[K][kTile + 4], b[K][kTile];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  A += blockIdx.y * kTile * n;
  B += blockIdx.x * kTile;
  const int a_row = threadIdx.x / 2, a_col = threadIdx.x % 2 * 4;
  const int b_row = threadIdx.x / 32, b_col = threadIdx.x % 32 * 4;
  float sum[kSide][kSide] = {};
  for (int k = 0; k < n; k += K) {
    const float4 from_a = four(A[a_row * n + k + a_col]);      // [rung: vectorized]
    four(b[b_row][b_col]) = four(B[(k + b_row) * n + b_col]);  // [rung: vectorized]
    a[a_col][a_row] = from_a.x;
    a[a_col + 1][a_row] = from_a.y;
    a[a_col + 2][a_row] = from_a.z;
    a[a_col + 3][a_row] = from_a.w;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < K; ++i) {
      float left[kSide];
      four(left[0]) = four(a[i][4 * y]);                               // [rung: vectorized]
      four(left[4]) = four(a[i][4 * y + 64]);                          // [rung: vectorized]
      multiply(sum, left, four(b[i][4 * x]), four(b[i][4 * x + 64]));  // [rung: vectorized]
    }
    __syncthreads();
  }
  C += blockIdx.y * kTile * n + blockIdx.x * kTile;
  for (int s = 0; s < kSide; ++s) {
    const int row = 4 * y + s % 4 + s / 4 * 64;
    four(C[row * n + 4 * x]) = four(sum[s][0]);       // [rung: vectorized]
    four(C[row * n + 4 * x + 64]) = four(sum[s][4]);  // [rung: vectorized]
  }
}

struct AsyncStage {
  float a[kTile]
         [20];  // 16 columns and 4 of padding: rows stay 16-byte aligned and leave the banks free
  float b[16][kTile];
};
constexpr int kAsyncStages = 4;

__global__ void __launch_bounds__(kThreads, 2)
    async_pipeline(const float* A, const float* B, float* C, int n) {
  constexpr int K = 16;
  extern __shared__ AsyncStage stages[];
  A += blockIdx.y * kTile * n;
  B += blockIdx.x * kTile;
  // Of neighboring lanes two share a row and two a column: wide shared loads of such pairs take
  // half the passes.
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int y = warp / 2 * 4 + (lane & 1) + (lane >> 4) * 2, x = warp % 2 * 8 + (lane >> 1) % 8;

  // Which 16 bytes this thread copies of every 64 rows of A and every 8 rows of B.
  const int a_row = threadIdx.x / 4, a_col = threadIdx.x % 4 * 4;
  const int b_row = threadIdx.x / 32, b_col = threadIdx.x % 32 * 4;
  const auto fetch = [&](int tile) {
    if (tile * K < n) {
      AsyncStage& to = stages[tile % kAsyncStages];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int row_a = a_row + 64 * i, row_b = b_row + 8 * i;
        const float *from_a = &A[row_a * n + tile * K + a_col],
                    *from_b = &B[(tile * K + row_b) * n + b_col];
        __pipeline_memcpy_async(&to.a[row_a][a_col], from_a, 16);  // [rung: cp.async pipeline]
        __pipeline_memcpy_async(&to.b[row_b][b_col], from_b, 16);  // [rung: cp.async pipeline]
      }
    }
    __pipeline_commit();  // an empty group past the end keeps the count [rung: cp.async pipeline]
  };

  float sum[kSide][kSide] = {};
  for (int tile = 0; tile < kAsyncStages - 1; ++tile) fetch(tile);  // [rung: cp.async pipeline]
  for (int tile = 0; tile * K < n; ++tile) {
    __pipeline_wait_prior(kAsyncStages - 2);  // this tile has arrived… [rung: cp.async pipeline]
    __syncthreads();                          // …for every thread, and the last one is used up
    fetch(tile + kAsyncStages - 1);           // [rung: cp.async pipeline]
    const AsyncStage& now = stages[tile % kAsyncStages];
#pragma unroll
    for (int k = 0; k < K; k += 4) {
      float rows[kSide][4];
#pragma unroll
      for (int s = 0; s < kSide; ++s) four(rows[s][0]) = four(now.a[y + 16 * s][k]);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float left[kSide];
#pragma unroll
        for (int s = 0; s < kSide; ++s) left[s] = rows[s][i];
        multiply(sum, left, four(now.b[k + i][4 * x]), four(now.b[k + i][4 * x + 64]));
      }
    }
  }
  C += blockIdx.y * kTile * n + blockIdx.x * kTile;
  for (int s = 0; s < kSide; ++s) {
    four(C[(y + 16 * s) * n + 4 * x]) = four(sum[s][0]);
    four(C[(y + 16 * s) * n + 4 * x + 64]) = four(sum[s][4]);
  }
}
