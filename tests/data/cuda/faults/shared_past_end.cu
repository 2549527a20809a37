extern "C" __global__ void shared_past_end(int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t + n] = t;  // fault
  __syncthreads();
  out[t] = tile[t];
}
