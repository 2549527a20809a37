extern "C" __global__ void wrong_buffer(int* out, const int* in, int rounds) {
  __shared__ int both[2][64];
  int t = threadIdx.x, sum = 0;
  both[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    both[(r + 1) % 2][t] = in[(r + 1) * 64 + t];
    sum += both[(r + 1) % 2][63 - t];  // fault
    __syncthreads();
  }
  out[t] = sum;
}
