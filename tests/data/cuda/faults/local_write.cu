extern "C" __global__ void local_write(int* out, const int* in, int n) {
  int list[16];
  for (int k = 0; k < 16; ++k)
    list[k] = in[k];
  list[n * (int)(threadIdx.x + 1)] = 3;  // fault
  out[threadIdx.x] = list[(n + threadIdx.x) & 15];
}
