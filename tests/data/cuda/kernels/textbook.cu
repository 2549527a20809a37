// Kernels as books and courses have them, of every family once more, written without a look at the interpreter.
#include <cstdint>
#include <cuda_fp16.h>

extern "C" __global__ void matmul_plain(float* c, const float* a, const float* b, int m, int n, int k) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float acc = 0;
#pragma unroll 1
  for (int i = 0; i < k; i++) {
    float x = a[row * k + i];
    float y = b[i * n + col];
    acc += x * y;
  }
  c[row * n + col] = acc;
}

template <int PER>
__device__ void coarse(float* c, const float* a, const float* b, int n) {
  __shared__ float left[8][8], right[8][8 * PER];
  float acc[PER] = {};
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 * PER + tx;
#pragma unroll 1
  for (int t = 0; t < n; t += 8) {
    left[ty][tx] = a[row * n + t + tx];
    for (int p = 0; p < PER; ++p)
      right[ty][tx + 8 * p] = b[(t + ty) * n + col + 8 * p];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
      float x = left[ty][k];
      for (int p = 0; p < PER; ++p)
        acc[p] += x * right[k][tx + 8 * p];
    }
    __syncthreads();
  }
  for (int p = 0; p < PER; ++p)
    c[row * n + col + 8 * p] = acc[p];
}

extern "C" __global__ void matmul_coarse(float* c, const float* a, const float* b, int n) {
  coarse<3>(c, a, b, n);
}

extern "C" __global__ void transpose_naive(double* out, const double* in, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) {
    double value = in[y * columns + x];
    out[x * rows + y] = value;
  }
}

extern "C" __global__ void transpose_swizzled(short* out, const short* in, int n) {
  __shared__ short tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
#pragma unroll 1
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    tile[j][threadIdx.x ^ j] = in[(blockIdx.y * 32 + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
#pragma unroll 1
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    out[(blockIdx.x * 32 + j) * n + x] = tile[threadIdx.x][j ^ threadIdx.x];
}

__device__ float warp_sum(float x) {
  for (int mask = 16; mask > 0; mask >>= 1) x += __shfl_xor_sync(0xffffffffu, x, mask);
  return x;
}

extern "C" __global__ void layer_norm(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float sum = 0.f, squares = 0.f;
#pragma unroll 1
  for (int i = threadIdx.x; i < columns; i += 32) {
    float v = row[i];
    sum += v;
    squares += v * v;
  }
  sum = warp_sum(sum);
  squares = warp_sum(squares);
  const float mean = sum / columns;
  const float scale = 1.0f / sqrtf(squares / columns - mean * mean + 1e-5f);
#pragma unroll 1
  for (int i = threadIdx.x; i < columns; i += 32)
    out[blockIdx.x * columns + i] = (row[i] - mean) * scale;
}

__constant__ int kernel_weights[5] = {1, -2, 3, -2, 1};

extern "C" __global__ void convolve(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
#pragma unroll 1
  for (int k = -2; k <= 2; ++k) {
    int j = min(max(i + k, 0), n - 1);
    int v = in[j];
    sum += v * kernel_weights[k + 2];
  }
  out[i] = sum;
}

#define R 1
extern "C" __global__ void blur(unsigned char* out, const unsigned char* in, int w, int h) {
  __shared__ unsigned char tile[8 + 2 * R][16 + 2 * R];
  const int x0 = blockIdx.x * 16 - R, y0 = blockIdx.y * 8 - R;
#pragma unroll 1
  for (int i = threadIdx.y * 16 + threadIdx.x; i < (8 + 2 * R) * (16 + 2 * R); i += 128) {
    int ty = i / (16 + 2 * R), tx = i % (16 + 2 * R);
    int gx = x0 + tx, gy = y0 + ty;
    bool inside = gx >= 0 && gx < w && gy >= 0 && gy < h;
    unsigned char v = 0;
    if (inside)
      v = in[gy * w + gx];
    tile[ty][tx] = v;
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  unsigned sum = 0;
#pragma unroll 1
  for (int dy = 0; dy <= 2 * R; ++dy)
#pragma unroll 1
    for (int dx = 0; dx <= 2 * R; ++dx)
      sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  if (x < w && y < h)
    out[y * w + x] = sum / 9;
}

#define PAD(i) ((i) + ((i) >> 5))
extern "C" __global__ void scan_padded(int* out, const int* in) {
  extern __shared__ int temp[];
  const int t = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  temp[PAD(t)] = in[base + t];
  temp[PAD(t + blockDim.x)] = in[base + t + blockDim.x];
  int offset = 1;
#pragma unroll 1
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int x = temp[PAD(a)];
      temp[PAD(b)] += x;
    }
    offset *= 2;
  }
  if (t == 0) {
    temp[PAD(n - 1)] = 0;
  }
#pragma unroll 1
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int x = temp[PAD(a)];
      int y = temp[PAD(b)];
      temp[PAD(a)] = y;
      temp[PAD(b)] = y + x;
    }
  }
  __syncthreads();
  out[base + t] = temp[PAD(t)];
  out[base + t + blockDim.x] = temp[PAD(t + blockDim.x)];
}

struct Vertex {
  float x, y, z;
};

extern "C" __global__ void split_vertices(float* xs, float* ys, float* zs, const Vertex* all, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    Vertex v;
    v.x = all[i].x;
    v.y = all[i].y;
    v.z = all[i].z;
    xs[i] = v.x;
    ys[i] = v.y;
    zs[i] = v.z;
  }
}

extern "C" __global__ void quantize(char4* out, const float4* in, float scale, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float4 v = in[i];
    auto q = [scale](float x) { return static_cast<signed char>(max(-127, min(127, __float2int_rn(x * scale)))); };
    char4 r;
    r.x = q(v.x), r.y = q(v.y), r.z = q(v.z), r.w = q(v.w);
    out[i] = r;
  }
}

extern "C" __global__ void unpack_nibbles(__half2* out, const uint32_t* in, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n * 4) return;
  uint32_t word = in[i / 4];
  int low = (word >> (8 * (i % 4))) & 15, high = (word >> (8 * (i % 4) + 4)) & 15;
  out[i] = __halves2half2(__int2half_rn(low - 8), __int2half_rn(high - 8));
}

extern "C" __global__ void sparse_rows(float* y, const int* starts, const int* columns, const float* values, const float* x, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int first = starts[row];
  int last = starts[row + 1];
  float sum = 0;
#pragma unroll 1
  for (int j = first + lane; j < last; j += 32) {
    int c = columns[j];
    float v = values[j];
    float t = x[c];
    sum += v * t;
  }
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0)
    y[row] = sum;
}

extern "C" __global__ void life(uint8_t* next, const uint8_t* now, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
#pragma unroll 1
  for (int d = 0; d < 9; ++d) {
    if (d == 4) continue;
    int xx = (x + d % 3 - 1 + w) % w, yy = (y + d / 3 - 1 + h) % h;
    alive += now[yy * w + xx];
  }
  uint8_t me = now[y * w + x];
  next[y * w + x] = alive == 3 || (alive == 2 && me);
}

extern "C" __global__ void lower_bounds(int* out, const int* sorted_keys, int n, const int* wanted, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int key = wanted[i];
  int low = 0, high = n;
#pragma unroll 1
  while (low < high) {
    int middle = low + (high - low) / 2;
    int there = sorted_keys[middle];
    if (there < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

extern "C" __global__ void sort_locally(short* data, int each) {
  short mine[12];
  short* from = data + (blockIdx.x * blockDim.x + threadIdx.x) * each;
#pragma unroll 1
  for (int i = 0; i < each; ++i)
    mine[i] = from[i];
  for (int i = 1; i < each; ++i) {
    short v = mine[i];
    int j = i - 1;
    while (j >= 0 && mine[j] > v) {
      mine[j + 1] = mine[j];
      --j;
    }
    mine[j + 1] = v;
  }
#pragma unroll 1
  for (int i = 0; i < each; ++i)
    from[i] = mine[i];
}

extern "C" __global__ void nearest(unsigned long long* best, const float2* points, float2 to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = points[i];
  float dx = p.x - to.x, dy = p.y - to.y;
  unsigned long long code = ((unsigned long long)__float_as_uint(dx * dx + dy * dy) << 32) | (unsigned)i;
  atomicMin(best, code);
}

extern "C" __global__ void rows_times_vector(float* y, const float* a, const float* x, int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  const float4* a4 = reinterpret_cast<const float4*>(a + row * columns);
  const float4* x4 = reinterpret_cast<const float4*>(x);
  float sum = 0;
#pragma unroll 1
  for (int j = threadIdx.x; j < columns / 4; j += 32) {
    float4 p = a4[j];
    float4 q = x4[j];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  sum = warp_sum(sum);
  if (threadIdx.x == 0)
    y[row] = sum;
}
