// Kernels whose limit is known by how they are made; what Nsight Compute says of them is core/recorded/h200/limited.txt and the files beside it:
// nvcc -O3 -arch=native limited.cu -o limited && ncu --clock-control none ./limited
#include <cstdio>
#include <mma.h>

constexpr int kCount = 1 << 27;

__global__ void copy_vectors(const float4* in, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void copy_floats(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// 32 lanes read 32 sectors of what L2 holds.
__global__ void gather_from_l2(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += in[(i * 8 + k * 4096) & ((1 << 21) - 1)];
  out[i] = sum;
}

__global__ void bank_conflicts(float* out) {
  __shared__ float tile[32 * 32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = i;
  __syncthreads();
  float sum = 0;
  int row = threadIdx.x % 32;
  for (int k = 0; k < 4096; ++k) {
    sum += tile[row * 32 + k % 32];
    row = (row + 1) % 32;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void multiply_adds(float* out, float a) {
  float x[8];
  for (int k = 0; k < 8; ++k) x[k] = threadIdx.x + k;
  for (int n = 0; n < 4096; ++n)
    for (int k = 0; k < 8; ++k) x[k] = x[k] * a + 1;
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// One special function unit has 4 lanes in each quarter of an SM.
__global__ void reciprocals(float* out, float a) {
  float x[4];
  for (int k = 0; k < 4; ++k) x[k] = threadIdx.x + k + 1;
  for (int n = 0; n < 4096; ++n)
    for (int k = 0; k < 4; ++k) asm volatile("rsqrt.approx.f32 %0, %0;" : "+f"(x[k]));
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] + a;
}

__global__ void products(float* out) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, row_major> a;
  fragment<matrix_b, 16, 16, 16, __half, col_major> b;
  fragment<accumulator, 16, 16, 16, float> c[4];
  fill_fragment(a, __float2half(1));
  fill_fragment(b, __float2half(1));
  for (int k = 0; k < 4; ++k) fill_fragment(c[k], 0);
  for (int n = 0; n < 4096; ++n)
    for (int k = 0; k < 4; ++k) mma_sync(c[k], a, b, c[k]);
  for (int k = 1; k < 4; ++k)
    for (int i = 0; i < c[0].num_elements; ++i) c[0].x[i] += c[k].x[i];
  store_matrix_sync(out + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 256, c[0], 16, mem_row_major);
}

// Each load waits for the one before it.
__global__ void pointer_chase(const int* next, int* out) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4096;
  for (int n = 0; n < 256; ++n) i = next[i & (kCount - 1)] + i + 8191 * 64;
  out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

__global__ void few_blocks(const float* in, float* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kCount / 8; i += gridDim.x * blockDim.x) out[i] = in[i];
}

// All warps of a block wait for its first.
__global__ void uneven_barrier(float* out, float a) {
  float x = threadIdx.x;
  for (int n = 0; n < 256; ++n) {
    if (threadIdx.x < 32)
      for (int k = 0; k < 64; ++k) x = x * a + 1;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * kCount);
  cudaMalloc(&out, sizeof(float) * kCount);
  cudaMemset(in, 0, sizeof(float) * kCount);
  copy_vectors<<<kCount / 4 / 256, 256>>>((float4*)in, (float4*)out);
  copy_floats<<<kCount / 256, 256>>>(in, out);
  gather_from_l2<<<132 * 8 * 4, 256>>>(in, out);
  bank_conflicts<<<132 * 8 * 4, 256>>>(out);
  multiply_adds<<<132 * 8 * 4, 256>>>(out, 1.5f);
  reciprocals<<<132 * 8 * 4, 256>>>(out, 1.5f);
  products<<<132 * 8 * 4, 256>>>(out);
  pointer_chase<<<132 * 4, 256>>>((int*)in, (int*)out);
  few_blocks<<<32, 256>>>(in, out);
  uneven_barrier<<<132 * 8 * 4, 256>>>(out, 1.5f);
  copy_floats<<<16, 256>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
