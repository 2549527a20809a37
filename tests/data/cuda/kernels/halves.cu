// Numbers of 16 bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void half_axpy(__half* y, const __half* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half p = x[i];
    y[i] = __hadd(__hmul(__float2half(a), p), y[i]);
  }
}

extern "C" __global__ void half_pairs(__half2* out, const __half2* a, const __half2* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half2 p = a[i];
    __half2 q = b[i];
    __half2 sum = __hadd2(p, q);
    __half2 fused = __hfma2(p, q, sum);
    out[i] = __halves2half2(__low2half(fused), __high2half(__hsub2(sum, q)));
  }
}

extern "C" __global__ void half_fused(__half* out, const __half* a, const __half* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half p = a[i];
    __half q = b[i];
    out[4 * i] = __hfma(p, q, p);
    out[4 * i + 1] = __hdiv(p, q);
    out[4 * i + 2] = __hgt(p, q) ? __hneg(p) : __habs(q);
    out[4 * i + 3] = __hmax(p, __hmin(q, __float2half(0.5f)));
  }
}

extern "C" __global__ void half_numbers(float* out, __half* back, const __half* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = __half2float(in[i]);
    out[i] = x * 3.0f;
    back[i] = __float2half_rn(x * x / 7.0f);
    back[n + i] = __int2half_rn((int)(x * 100.0f));
    back[2 * n + i] = __float2half(x * 1e-5f);
    back[3 * n + i] = __float2half(x * 1e5f);
  }
}

extern "C" __global__ void bfloats(__nv_bfloat16* out, const __nv_bfloat16* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __nv_bfloat16 p = a[i];
    __nv_bfloat16 q = __float2bfloat16(b[i]);
    out[3 * i] = __hadd(p, q);
    out[3 * i + 1] = __hmul(p, q);
    out[3 * i + 2] = __float2bfloat16(__bfloat162float(p) / 3.0f);
  }
}

extern "C" __global__ void half_operators(__half* out, const __half* a, const __half* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half p = a[i];
    __half q = b[i];
    __half r = p + q;
    r = r * q;
    r -= p;
    if (r < q) r = -r;
    out[i] = r;
  }
}

extern "C" __global__ void half_dot(float* out, const __half2* a, const __half2* b, int n) {
  float sum = 0.0f;
  for (int i = threadIdx.x; i < n; i += 32) {
    float2 p = __half22float2(a[blockIdx.x * n + i]);
    float2 q = __half22float2(b[blockIdx.x * n + i]);
    sum += p.x * q.x + p.y * q.y;
  }
  for (int step = 16; step; step /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}
