extern "C" __global__ void local_read(int* out, const int* in, int n) {
  int list[16];
#pragma unroll 1
  for (int k = 0; k < 16; ++k)
    list[k] = k * in[k];
  list[n & 15] = 3;
  out[threadIdx.x] = list[n + threadIdx.x];  // fault
}
