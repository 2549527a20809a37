extern "C" __global__ void unwritten_tail(int* scratch, int* out, int n) {
  int t = threadIdx.x;
  if (t < n)
    scratch[t] = t;
  __syncthreads();
  out[t] = scratch[63 - t];  // fault
}
