// Index arithmetic over grids of one, two and three dimensions.
extern "C" __global__ void copy_guarded(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

extern "C" __global__ void strided(float* out, const float* in, int n, int stride, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int from = i * stride + offset;
  if (from < n)
    out[i] = in[from];
}

extern "C" __global__ void grid_stride(int* out, const int* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] * 3 - 7;
}

extern "C" __global__ void flip(unsigned char* out, const unsigned char* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + (width - 1 - x)] = in[y * width + x];
}

extern "C" __global__ void volume(float* __restrict__ out, const float* __restrict__ in, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  size_t i = ((size_t)z * ny + y) * nx + x;
  float sum = in[i] * -6.0f;
  sum += in[i - 1];
  sum += in[i + 1];
  sum += in[i - nx];
  sum += in[i + nx];
  sum += in[i - (size_t)nx * ny];
  sum += in[i + (size_t)nx * ny];
  out[i] = sum;
}

extern "C" __global__ void numbering(int* out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  out[i] = block * 10000 + threadIdx.z * 1000 + threadIdx.y * 100 + threadIdx.x % warpSize;
}

extern "C" __global__ void gather(int* out, const int* in, const int* where, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int from = where[i];
    out[i] = in[from];
  }
}
