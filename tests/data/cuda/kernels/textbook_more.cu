// More kernels as books and courses have them.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void forces(float4* out, const float4* bodies, int n) {
  extern __shared__ float4 near_bodies[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
#pragma unroll 1
  for (int tile = 0; tile < n; tile += blockDim.x) {
    near_bodies[threadIdx.x] = bodies[tile + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < blockDim.x; ++j) {
      float4 other = near_bodies[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 1.f;
      float f = other.w / (d2 * sqrtf(d2));
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  out[i] = make_float4(ax, ay, az, me.w);
}

extern "C" __global__ void two_arrays(double* sums, int* counts, const double* in, const int* keys, int n, int bins) {
  extern __shared__ double pool[];
  double* my_sums = pool;
  int* my_counts = (int*)(my_sums + bins);
  for (int b = threadIdx.x; b < bins; b += blockDim.x) {
    my_sums[b] = 0;
    my_counts[b] = 0;
  }
  __syncthreads();
  if (threadIdx.x < bins) {
#pragma unroll 1
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
      int key = keys[i];
      if (key == threadIdx.x) {
        my_sums[key] += in[i];
        my_counts[key]++;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < bins) {
    sums[blockIdx.x * bins + threadIdx.x] = my_sums[threadIdx.x];
    counts[blockIdx.x * bins + threadIdx.x] = my_counts[threadIdx.x];
  }
}

extern "C" __global__ void bit_columns(unsigned* out, const unsigned* in) {
  unsigned row = in[blockIdx.x * 32 + threadIdx.x], mine = 0;
#pragma unroll 1
  for (int b = 0; b < 32; ++b) {
    unsigned column = __ballot_sync(0xffffffff, row >> b & 1);
    if (threadIdx.x == b) mine = column;
  }
  out[blockIdx.x * 32 + threadIdx.x] = mine;
}

extern "C" __global__ void vowels(int* counts, const char* text, int n) {
  __shared__ int found[5];
  if (threadIdx.x < 5)
    found[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    char c = text[i];
    int which = -1;
    switch (c) {
      case 'a': case 'A': which = 0; break;
      case 'e': case 'E': which = 1; break;
      case 'i': which = 2; break;
      case 'o': which = 3; break;
      case 'u': which = 4; break;
      default: break;
    }
    if (which >= 0) atomicAdd(&found[which], 1);
  }
  __syncthreads();
  if (threadIdx.x < 5) {
    int some = found[threadIdx.x];
    if (some) atomicAdd(&counts[threadIdx.x], some);
  }
}

extern "C" __global__ void quarter_sums(int* out, const int* in, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int i = block.group_index().x * block.size() + block.thread_rank();
  int x = 0;
  if (i < n)
    x = in[i];
  for (int d = tile.size() / 2; d > 0; d /= 2) x += tile.shfl_down(x, d);
  if (tile.thread_rank() == 0)
    out[i / 8] = x;
}

extern "C" __global__ void strides(float* out, const float* in, int stride, int shift) {
  __shared__ float cells[1024];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 1024; i += blockDim.x)
    cells[i] = in[i];
  __syncthreads();
  float x = cells[(t * stride + shift) % 1024];
  cells[(t * stride + shift) % 1024] = x + 1;
  __syncthreads();
  out[t * stride + shift] = x;
}

extern "C" __global__ void walk(int* steps, const int* next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int at = i, count = 0;
#pragma unroll 1
  do {
    at = next[at];
    ++count;
  } while (at != i && count < 40);
  steps[i] = count;
}
