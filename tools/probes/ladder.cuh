// Softmax of rows of 4,096 BF16 numbers, at the two lowest rungs of tools/probes/ladder.py: a block for each row, eight
// numbers a thread, read and written once.
#include <cuda_bf16.h>

#include <cstdint>

// [rung: CUDA]
template <int count, typename Operation>
__device__ float over_block(float value, Operation operation) {
  __shared__ float warps[count];
  for (int step = 16; step > 0; step /= 2) value = operation(value, __shfl_xor_sync(~0u, value, step));
  __syncthreads();
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  value = warps[threadIdx.x % count];
  for (int step = count / 2; step > 0; step /= 2) value = operation(value, __shfl_xor_sync(~0u, value, step));
  return value;
}

__global__ void __launch_bounds__(512) softmax_cuda(uint4* out, const uint4* in) {
  const size_t at = blockIdx.x * size_t{512} + threadIdx.x;
  uint4 packed = in[at];
  auto* pairs = reinterpret_cast<__nv_bfloat162*>(&packed);
  float x[8], sum = 0, most = -INFINITY;
  for (int i = 0; i < 8; ++i) x[i] = __bfloat162float(i % 2 ? pairs[i / 2].y : pairs[i / 2].x);
  for (int i = 0; i < 8; ++i) most = fmaxf(most, x[i]);
  most = over_block<16>(most, [](float a, float b) { return fmaxf(a, b); });
  for (int i = 0; i < 8; ++i) sum += x[i] = __expf(x[i] - most);
  sum = over_block<16>(sum, [](float a, float b) { return a + b; });
  for (int i = 0; i < 4; ++i) pairs[i] = __floats2bfloat162_rn(x[2 * i] / sum, x[2 * i + 1] / sum);
  out[at] = packed;
}
// [end]

// [rung: PTX]
__device__ uint4 load_once(const uint4* from) {
  uint4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}

__device__ void store_once(uint4* to, uint4 v) {
  asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
}

__device__ float exp2_fast(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

__device__ uint32_t packed_pair(float low, float high) {
  uint32_t both;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  return both;
}

__global__ void __launch_bounds__(512) softmax_ptx(uint4* out, const uint4* in) {
  const size_t at = blockIdx.x * size_t{512} + threadIdx.x;
  const uint4 packed = load_once(in + at);
  const uint32_t words[4] = {packed.x, packed.y, packed.z, packed.w};
  float x[8], sum = 0, most = -INFINITY;
  for (int i = 0; i < 8; ++i) x[i] = __uint_as_float(i % 2 ? words[i / 2] & 0xffff0000u : words[i / 2] << 16);
  for (int i = 0; i < 8; ++i) most = fmaxf(most, x[i]);
  most = over_block<16>(most, [](float a, float b) { return fmaxf(a, b); }) * 1.44269504f;
  for (int i = 0; i < 8; ++i) sum += x[i] = exp2_fast(fmaf(x[i], 1.44269504f, -most));
  const float scale = 1 / over_block<16>(sum, [](float a, float b) { return a + b; });
  uint32_t made[4];
  for (int i = 0; i < 4; ++i) made[i] = packed_pair(x[2 * i] * scale, x[2 * i + 1] * scale);
  store_once(out + at, {made[0], made[1], made[2], made[3]});
}
// [end]

extern "C" void run_cuda(void* out, const void* in, int rows, cudaStream_t stream) {
  softmax_cuda<<<rows, 512, 0, stream>>>(static_cast<uint4*>(out), static_cast<const uint4*>(in));
}
extern "C" void run_ptx(void* out, const void* in, int rows, cudaStream_t stream) {
  softmax_ptx<<<rows, 512, 0, stream>>>(static_cast<uint4*>(out), static_cast<const uint4*>(in));
}
