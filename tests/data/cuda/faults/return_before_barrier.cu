extern "C" __global__ void return_before_barrier(int* out, const int* in, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t >= n) return;
  tile[t] = in[t];
  __syncthreads();  // fault
  out[t] = tile[n - 1 - t];
}
