extern "C" __global__ void many_writers(int* out, const int* in) {
  __shared__ int found;
  int t = threadIdx.x;
  if (in[t] > 10)
    found = t;  // fault
  __syncthreads();
  out[t] = found;
}
