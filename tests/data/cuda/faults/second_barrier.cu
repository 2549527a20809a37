extern "C" __global__ void second_barrier(int* out, const int* in, int rounds) {
  __shared__ int tile[128];
  int t = threadIdx.x, sum = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    tile[t] = in[r * 128 + t];  // fault
    __syncthreads();
    sum += tile[127 - t];
  }
  out[t] = sum;
}
