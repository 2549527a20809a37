// Sums with a stride that doubles: banks conflict more and more.
__global__ void interleaved(int* data) {
  __shared__ int part[512];
  int t = threadIdx.x;
  part[t] = data[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    int i = 2 * s * t;
    if (i < blockDim.x) {
      part[i] += part[i + s];
    }
    __syncthreads();
  }
  if (t == 0) data[blockIdx.x] = part[0];
}
