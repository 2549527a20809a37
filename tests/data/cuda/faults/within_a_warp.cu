extern "C" __global__ void within_a_warp(int* out, const int* in) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  out[t] = tile[31 - t];  // fault
}
