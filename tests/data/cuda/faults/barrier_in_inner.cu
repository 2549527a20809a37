__device__ int shared_sum(int* tile, int t) {
  __syncthreads();  // fault
  return tile[0] + tile[t];
}
extern "C" __global__ void barrier_in_inner(int* out, const int* in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (in[t] % 2 == 0)
    out[t] = shared_sum(tile, t);
  __syncthreads();
  out[t] += tile[63 - t];
}
