extern "C" __global__ void barrier_in_branch(int* out, const int* in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 40) {
    __syncthreads();  // fault
    tile[t] += 1;
  }
  __syncthreads();
  out[t] = tile[63 - t];
}
