// Matrices of normal random numbers in BF16, and in E4M3 with scales; their product summed in FP64;
// and how far another is from it.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include "common.cuh"

// The i-th normal number of a sequence, from hashes of its index.
__device__ inline float normal(size_t i, uint32_t seed) {
  const auto uniform = [&](uint32_t salt) {
    uint32_t hash = static_cast<uint32_t>(i) * 0x9e3779b9u + seed + salt;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    return (((hash ^ hash >> 16) >> 8) + 0.5f) / (1 << 24);
  };
  return sqrtf(-2 * logf(uniform(0))) * cospif(2 * uniform(0x68bc21ebu));
}

__global__ void fill_normal(__nv_bfloat16* values, size_t count, uint32_t seed) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x)
    values[i] = __float2bfloat16(normal(i, seed));
}

// One block of 128 threads for each `rows`×128 of a matrix of n columns; the greatest becomes 448,
// E4M3's greatest. The scale of row group r and column group c goes to scales[r·down + c·right].
__global__ void fill_scaled(__nv_fp8_e4m3* codes, float* scales, int n, int rows, int down,
                            int right, uint32_t seed) {
  __shared__ float greatest[128];
  const auto at = [&](int row) {
    return (size_t{blockIdx.y} * rows + row) * n + blockIdx.x * 128 + threadIdx.x;
  };
  float own = 0;
  for (int row = 0; row < rows; ++row) own = fmaxf(own, fabsf(normal(at(row), seed)));
  greatest[threadIdx.x] = own;
  __syncthreads();
  for (int i = 0; i < 128; ++i) own = fmaxf(own, greatest[i]);
  const float scale = own / 448;
  for (int row = 0; row < rows; ++row)
    codes[at(row)] = __nv_fp8_e4m3(normal(at(row), seed) / scale);
  if (threadIdx.x == 0) scales[static_cast<size_t>(blockIdx.y) * down + blockIdx.x * right] = scale;
}

struct PlainMatrix {  // row-major
  const __nv_bfloat16* values;
  int n;
  __device__ double operator()(int row, int column) const {
    return static_cast<double>(__bfloat162float(values[static_cast<size_t>(row) * n + column]));
  }
};
struct ScaledMatrix {  // null: no scales
  const __nv_fp8_e4m3* codes;
  const float* scales;
  int n, rows, down, right;
  __device__ double operator()(int row, int column) const {
    const double code = static_cast<float>(codes[static_cast<size_t>(row) * n + column]);
    return scales ? code * scales[row / rows * static_cast<size_t>(down) + column / 128 * right]
                  : code;
  }
};

// C = A·B, or A·Bᵀ; blocks of 32×32.
template <bool Turned, typename Matrix>
__global__ void reference_product(Matrix A, Matrix B, double* C, int n) {
  constexpr int S = 32;
  __shared__ double a[S][S], b[S][S + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * S + y, col = blockIdx.x * S + x;
  double sum = 0;
  for (int k = 0; k < n; k += S) {
    a[y][x] = A(row, k + x);
    if constexpr (Turned)
      b[x][y] = B(blockIdx.x * S + y, k + x);
    else
      b[y][x] = B(k + y, col);
    __syncthreads();
    for (int i = 0; i < S; ++i) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  C[static_cast<size_t>(row) * n + col] = sum;
}

struct Difference {
  double squares, reference_squares;
  unsigned long long greatest;  // the bits of a double; they are in the order of the numbers
};

__global__ void compare_products(const __nv_bfloat16* C, const double* expected, size_t count,
                                 Difference* total) {
  double squares = 0, size = 0, greatest = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x) {
    const double d = static_cast<double>(__bfloat162float(C[i])) - expected[i];
    squares += d * d;
    size += expected[i] * expected[i];
    greatest = fmax(greatest, fabs(d));
  }
  atomicAdd(&total->squares, squares);
  atomicAdd(&total->reference_squares, size);
  atomicMax(&total->greatest, static_cast<unsigned long long>(__double_as_longlong(greatest)));
}
