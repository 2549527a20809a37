extern "C" __global__ void plain_histogram(int* out, const int* in, int n) {
  __shared__ int counts[8];
  int t = threadIdx.x;
  if (t < 8)
    counts[t] = 0;
  __syncthreads();
  counts[in[t] & 7] += 1;  // fault
  __syncthreads();
  if (t < 8)
    out[t] = counts[t];
}
