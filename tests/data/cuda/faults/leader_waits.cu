extern "C" __global__ void leader_waits(int* out, const int* in) {
  __shared__ int sums[2];
  int t = threadIdx.x;
  if (t % 32 == 0) {
    sums[t / 32] = in[t];
    __syncthreads();  // fault
  }
  out[t] = in[t] * 3;
  __syncthreads();
  out[t] += sums[t / 32];
}
