extern "C" __global__ void two_barriers(int* out, const int* in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t % 2) {
    __syncthreads();  // fault
    out[t] = tile[63 - t];
  } else {
    __syncthreads();
    out[t] = tile[63 - t] + 1;
  }
}
