// Sums of two and four numbers at once, which GPUs of compute capability 9 have in global memory.
extern "C" __global__ void vector_sums(float2* two, float4* four, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  float2 before = atomicAdd(&two[i % 5], make_float2(x, -x));
  if (before.x > 1e6f) two[0].x = 0;
  atomicAdd(four + i % 3, make_float4(x, 2 * x, 3 * x, 4 * x));
}
