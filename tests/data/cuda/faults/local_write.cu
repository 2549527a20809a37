extern "C" __global__ void local_write(int* out, const int* in, int n) {
  int list[16];
#pragma unroll 1
  for (int k = 0; k < 16; ++k)
    list[k] = in[k];
  list[n + threadIdx.x] = 3;  // fault
  out[threadIdx.x] = list[(n + threadIdx.x) & 15];
}
