extern "C" __global__ void shuffle_without_me(int* out, const int* in) {
  int t = threadIdx.x, value = in[t];
  if (t < 20)
    value = __shfl_sync(0x000000ffu, value, 2);  // fault
  out[t] = value;
}
