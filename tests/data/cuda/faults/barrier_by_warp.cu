extern "C" __global__ void barrier_by_warp(int* out, const int* in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t % 4 < 2) {
    atomicAdd(&tile[t], 1);
    __syncthreads();  // fault
    atomicAdd(&tile[t], 2);
  }
  atomicAdd(&tile[63 - t], 3);
  __syncthreads();
  out[t] = tile[t];
}
