extern "C" __global__ void barrier_in_loop(int* out, const int* in) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads();
  int rounds = in[t] % 2;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    atomicAdd(&tile[t], r + 1);
    __syncthreads();  // fault
  }
  out[t] = t;
  __syncthreads();
  out[t] += tile[31 - t];
}
