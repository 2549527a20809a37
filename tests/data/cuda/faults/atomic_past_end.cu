extern "C" __global__ void atomic_past_end(int* counts, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[in[i]], 1);  // fault
}
