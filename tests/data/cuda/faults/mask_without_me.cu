extern "C" __global__ void mask_without_me(int* out, const int* in) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t >= 16)
    __syncwarp(0x0000ffffu);  // fault
  out[t] = tile[t];
}
