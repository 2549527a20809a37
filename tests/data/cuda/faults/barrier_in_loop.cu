extern "C" __global__ void barrier_in_loop(int* out, const int* in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  int rounds = 2 + t % 2;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r)
    __syncthreads();  // fault
  out[t] = tile[63 - t];
}
