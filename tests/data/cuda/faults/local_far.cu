extern "C" __global__ void local_far(int* out, int n) {
  int list[16];
  for (int k = 0; k < 16; ++k)
    list[k] = k * out[k];
  list[n & 15] = 3;
  out[threadIdx.x] = list[n + threadIdx.x];  // fault
}
