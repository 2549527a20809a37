// Reductions: trees in shared memory, shuffles, atomics, and the last block that finishes the work.
extern "C" __global__ void tree(int* out, const int* in, int n) {
  extern __shared__ int sums[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}

extern "C" __global__ void interleaved(int* out, const int* in, int n) {
  extern __shared__ int sums[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned at = 2 * step * threadIdx.x;
    if (at < blockDim.x)
      sums[at] += sums[at + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}

__device__ __forceinline__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}

extern "C" __global__ void by_shuffles(float* out, const float* in, int n) {
  __shared__ float partial[32];
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = warp_sum(sum);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? partial[lane] : 0.0f;
    sum = warp_sum(sum);
    if (lane == 0)
      out[blockIdx.x] = sum;
  }
}

extern "C" __global__ void by_atomics(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if ((threadIdx.x & 31) == 0)
    atomicAdd(out, sum);
}

extern "C" __global__ void greatest(int* place, float* value, const float* in, int n) {
  int lane = threadIdx.x;
  float best = -1e30f;
  int at = -1;
  for (int i = lane; i < n; i += 32) {
    float x = in[blockIdx.x * n + i];
    if (x > best) {
      best = x;
      at = i;
    }
  }
  for (int step = 16; step > 0; step /= 2) {
    float other = __shfl_down_sync(0xffffffffu, best, step);
    int where = __shfl_down_sync(0xffffffffu, at, step);
    if (other > best || (other == best && where < at)) {
      best = other;
      at = where;
    }
  }
  if (lane == 0) {
    place[blockIdx.x] = at;
    value[blockIdx.x] = best;
  }
}

extern "C" __global__ void dot(double* out, const double* a, const double* b, int n) {
  __shared__ double sums[128];
  double sum = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += a[i] * b[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half; half /= 2) {
    if (threadIdx.x < half)
      sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half];
    __syncthreads();
  }
  if (!threadIdx.x)
    *out = sums[0];
}

__device__ unsigned int done = 0;

extern "C" __global__ void last_block(int* out, int* partial, const int* in, int n) {
  __shared__ bool last;
  __shared__ int sum;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicExch(&partial[blockIdx.x], sum);
    __threadfence();
    unsigned int before = atomicInc(&done, gridDim.x - 1);
    last = before == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b)
      all += atomicAdd(&partial[b], 0);
    out[0] = all;
  }
}
