// A sum in shared memory, and by shuffles.
__global__ void reduce(const int* in, int* out, int n) {
  extern __shared__ int part[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = blockDim.x / 2; d >= 32; d /= 2) {
    if (t < d) {
      part[t] += part[t + d];
    }
    __syncthreads();
  }
  if (t < 32) {
    int v = part[t];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) atomicAdd(out, v);
  }
}
