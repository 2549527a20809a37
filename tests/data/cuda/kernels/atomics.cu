// Atomics on global and shared memory, of every type; what they leave does not depend on the order.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void histogram_global(unsigned* counts, const unsigned char* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int bin = in[i] & 15;
    atomicAdd(&counts[bin], 1u);
  }
}

extern "C" __global__ void histogram_shared(unsigned* counts, const unsigned char* in, int n) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16)
    mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i] & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

extern "C" __global__ void integers(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = in[i];
  atomicAdd(&out[0], value);
  atomicSub(&out[1], value);
  atomicMin(&out[2], value);
  atomicMax(&out[3], value);
  atomicAnd(&out[4], value | 0x100);
  atomicOr(&out[5], 1 << (value & 31));
  atomicXor(&out[6], value * 17);
  if (i == 3)
    atomicExch(&out[7], value);
}

extern "C" __global__ void counters(unsigned* out, unsigned* order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned ticket = atomicInc(&out[0], 1000000u);
  atomicExch(&order[ticket], 1u);
  atomicInc(&out[1], 6u);
  atomicDec(&out[2], 10u);
  unsigned old = out[3 + i % 2], seen;
  do {
    seen = old;
    old = atomicCAS(&out[3 + i % 2], seen, seen * 2 + 1 > 65535u ? 65535u : seen + 3);
  } while (old != seen);
}

extern "C" __global__ void wide(unsigned long long* out, long long* ends, double* sums, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long value = (unsigned long long)in[i] << 30;
  atomicAdd(&out[0], value);
  atomicOr(&out[1], value);
  atomicXor(&out[2], value + i);
  atomicMin(&ends[0], (long long)in[i] - 50);
  atomicMax(&ends[1], (long long)in[i] * 100000000000ll);
  atomicAdd(&sums[i % 3], in[i] * 0.5);
}

__device__ double atomic_greatest(double* where, double value) {
  unsigned long long* bits = (unsigned long long*)where;
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    if (__longlong_as_double((long long)seen) >= value) break;
    old = atomicCAS(bits, seen, (unsigned long long)__double_as_longlong(value));
  } while (old != seen);
  return __longlong_as_double((long long)old);
}

extern "C" __global__ void greatest_double(double* out, const double* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_greatest(&out[i % 2], in[i]);
}

extern "C" __global__ void small_floats(__half* h, __half2* h2, __nv_bfloat16* b, float* f, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = in[i] % 4;
  atomicAdd(&h[i % 3], __float2half((float)value));
  atomicAdd(&h2[i % 5], __floats2half2_rn((float)value, 1.0f));
  atomicAdd(&b[i % 7], __float2bfloat16((float)(value & 1)));
  atomicAdd(&f[0], value * 0.25f);
}

extern "C" __global__ void shared_atomics(int* out, float* floats, const int* in, int n) {
  __shared__ int words[8];
  __shared__ unsigned long long wide_word;
  __shared__ float sum;
  if (threadIdx.x < 8)
    words[threadIdx.x] = threadIdx.x == 1 ? 1000 : 0;
  if (threadIdx.x == 0) {
    wide_word = 0;
    sum = 0.0f;
  }
  __syncthreads();
  if (threadIdx.x < n) {
    int value = in[blockIdx.x * n + threadIdx.x];
    atomicAdd(&words[0], value);
    atomicMin(&words[1], value);
    atomicMax(&words[2], value);
    atomicOr(&words[3], value);
    atomicXor(&words[4], value);
    atomicAdd(&words[5 + value % 2], 1);
    atomicAdd(&wide_word, (unsigned long long)value << 20);
    atomicAdd(&sum, value * 0.5f);
  }
  __syncthreads();
  if (threadIdx.x < 8)
    out[blockIdx.x * 8 + threadIdx.x] = words[threadIdx.x] + (int)(wide_word >> 20);
  if (threadIdx.x == 0)
    floats[blockIdx.x] = sum;
}

extern "C" __global__ void locked(int* out, int* lock, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    bool mine = false;
    while (!mine) {
      mine = atomicCAS(lock, 0, 1) == 0;
      if (mine) {
        __threadfence();
        int before = atomicAdd(out, 0);
        atomicExch(out, before + 3);
        __threadfence();
        atomicExch(lock, 0);
      }
    }
  }
}

extern "C" __global__ void short_swaps(unsigned short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short seen, old = out[0];
  do {
    seen = old;
    old = atomicCAS(&out[0], seen, (unsigned short)(seen + 2));
  } while (old != seen);
}
