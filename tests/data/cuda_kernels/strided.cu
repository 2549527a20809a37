// Loads and stores with a distance between neighbors.
__global__ void strided(float* out, const float* in, int n, int stride, int offset) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride + offset;
  if (i < n) {
    out[i] = in[i] + 1.0f;
  }
}
