// Atomics of shared memory: lanes of one address, of one bank, with and without a use of the result. Ideals of requests with gaps.
extern "C" __global__ void shared_adds(int* out, const int* in, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, v = in[t];
  for (int i = t; i < 1024; i += 32)
    s[i] = 0;
  __syncthreads();
  atomicAdd(&s[v % 4], 1);
  atomicAdd(&s[v % 4], v);
  atomicAdd(&s[v % 4], 2);
  out[t] = atomicAdd(&s[v % 4], 1);
  out[t + 32] = atomicAdd(&s[v % 4], v);
  atomicAdd(&s[v % 4 * 32], 1);
  atomicAdd(&s[v % 4 * 32], v);
  atomicAdd(&s[t * 32], 1);
  atomicAdd(&s[t * 32], v);
  atomicAdd(&s[n], v);
  atomicAdd(&s[n], 1);
  atomicAdd(&s[v * 0 + in[t + 32]], v);
  atomicSub(&s[v % 4], 1);
  atomicSub(&s[v % 4], v);
  atomicInc((unsigned*)&s[v % 4], 1000);
  atomicDec((unsigned*)&s[v % 4], 1000);
  atomicMin(&s[v % 4], v);
  atomicOr(&s[v % 4], v);
  atomicXor(&s[v % 4], v);
  if (t < 16)
    atomicMax(&s[v % 8], v);
  if (t % 3 == 0)
    atomicExch(&s[t % 2], v);
  atomicCAS(&s[v % 4], 5, v);
  atomicExch(&s[v % 4 + 40], v);
  atomicExch((unsigned long long*)&s[v % 4 * 2 + 80], (unsigned long long)v);
  atomicExch((unsigned long long*)&s[t * 32], (unsigned long long)v);
  __syncthreads();
  for (int i = t; i < 1024; i += 32)
    out[64 + i] = s[i];
}
extern "C" __global__ void gaps(float* out, const int* in) {
  __shared__ float4 four[64];
  __shared__ float2 two[64];
  int t = threadIdx.x;
  four[t] = make_float4(t, 1, 2, 3);
  two[t] = make_float2(t, 1);
  __syncthreads();
  float sum = 0;
  if (t % 2 == 0)
    four[t + 32] = make_float4(t, 4, 5, 6);
  if (t % 4 == 0)
    two[t + 32] = make_float2(t, 7);
  __syncthreads();
  if (in[t] % 2 == 0) {
    float4 a = four[in[t + 32]];
    sum += a.x + a.y + a.z + a.w;
  }
  if (in[t] % 4 == 0) {
    float2 a = two[in[t + 32]];
    sum += a.x + a.y;
  }
  if (in[t] == 5 || in[t] == 9 || in[t] == 17) {
    float4 a = four[in[t + 32] / 2];
    sum += a.x + a.y + a.z + a.w;
  }
  out[t] = sum;
}
