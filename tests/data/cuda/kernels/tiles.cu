// Tiles in shared memory: static, of two and three dimensions, and dynamic.
#define TILE 16

extern "C" __global__ void __launch_bounds__(256) product(float* c, const float* a, const float* b, int n) {
  __shared__ float left[TILE][TILE];
  __shared__ float right[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += TILE) {
    left[threadIdx.y][threadIdx.x] = row < n && first + threadIdx.x < n ? a[row * n + first + threadIdx.x] : 0.0f;
    right[threadIdx.y][threadIdx.x] = column < n && first + threadIdx.y < n ? b[(first + threadIdx.y) * n + column] : 0.0f;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < TILE; ++k)
      sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

extern "C" __global__ void transpose_plain(float* out, const float* in, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n)
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < n && y < n)
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void transpose_padded(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n)
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < n && y < n)
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void stencil(int* out, const int* in, int n, int radius) {
  extern __shared__ int cells[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = threadIdx.x + radius;
  cells[at] = i < n ? in[i] : 0;
  if (threadIdx.x < radius) {
    int left = i - radius, right = i + blockDim.x;
    cells[threadIdx.x] = left >= 0 ? in[left] : 0;
    cells[at + blockDim.x] = right < n ? in[right] : 0;
  }
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int d = -radius; d <= radius; ++d)
    sum += cells[at + d];
  if (i < n)
    out[i] = sum;
}

extern "C" __global__ void banks(int* out, int stride) {
  extern __shared__ int words[];
  int at = threadIdx.x * stride;
  words[at] = threadIdx.x * 5;
  __syncthreads();
  int other = (blockDim.x - 1 - threadIdx.x) * stride;
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[other];
}

extern "C" __global__ void wide_banks(double* out, int stride) {
  extern __shared__ double numbers[];
  numbers[threadIdx.x * stride] = threadIdx.x * 0.5;
  __syncthreads();
  out[threadIdx.x] = numbers[(threadIdx.x ^ 1) * stride];
}

extern "C" __global__ void split_dynamic(float* out, const float* in, int n) {
  extern __shared__ unsigned char raw[];
  float* values = (float*)raw;
  int* places = reinterpret_cast<int*>(raw + n * sizeof(float));
  int t = threadIdx.x;
  if (t < n) {
    values[t] = in[blockIdx.x * n + t];
    places[n - 1 - t] = t;
  }
  __syncthreads();
  if (t < n) {
    int from = places[t];
    out[blockIdx.x * n + t] = values[from];
  }
}

extern "C" __global__ void cube(int* out, const int* in) {
  __shared__ int cells[4][4][8];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int here = (z * 4 + y) * 8 + x;
  cells[z][y][x] = in[blockIdx.x * 128 + here];
  __syncthreads();
  out[blockIdx.x * 128 + here] = cells[3 - z][y][7 - x] - cells[z][3 - y][x];
}

extern "C" __global__ void counted(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  int many = __syncthreads_count(value > 50);
  int every = __syncthreads_and(value >= 0);
  int some = __syncthreads_or(value == 99);
  if (i < n)
    out[i] = many * 100 + (every != 0) * 10 + (some != 0);
}
