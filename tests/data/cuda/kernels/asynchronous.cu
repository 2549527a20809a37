// Copies to shared memory that do not wait.
#include <cuda_pipeline.h>

extern "C" __global__ void staged(float* out, const float* in, int tiles) {
  __shared__ float stages[2][128];
  int t = threadIdx.x;
  const float* from = in + blockIdx.x * tiles * 128;
  __pipeline_memcpy_async(&stages[0][t], from + t, 4);
  __pipeline_commit();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      __pipeline_memcpy_async(&stages[(k + 1) % 2][t], from + (k + 1) * 128 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stages[k % 2][127 - t];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

extern "C" __global__ void wide_copies(float4* out, const float4* in) {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * blockDim.x + t], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[t ^ 3];
}

extern "C" __global__ void padded_copies(float2* out, const float2* in, int n) {
  __shared__ float2 tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  size_t missing = i < n ? 0 : 8;
  __pipeline_memcpy_async(&tile[t], &in[i < n ? i : 0], 8, missing);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = tile[63 - t];
}
