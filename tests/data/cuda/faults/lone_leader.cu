extern "C" __global__ void lone_leader(int* out, const int* in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0) {
    total = in[0];
    __syncthreads();  // fault
  }
  out[t] = in[t] * 2;
  __syncthreads();
  out[t] += total;
}
