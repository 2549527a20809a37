// A transpose through shared memory, with and without a column more.
template <int PAD>
__device__ void move(float* out, const float* in, int n) {
  __shared__ float tile[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose(float* out, const float* in, int n, int padded) {
  if (padded)
    move<1>(out, in, n);
  else
    move<0>(out, in, n);
}
