extern "C" __global__ void no_barrier(int* out, const int* in) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = in[t];
  out[t] = tile[127 - t];  // fault
}
