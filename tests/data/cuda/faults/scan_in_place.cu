extern "C" __global__ void scan_in_place(int* out, const int* in) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 64; step *= 2) {
    int before = t >= step ? sums[t - step] : 0;
    sums[t] += before;  // fault
    __syncthreads();
  }
  out[t] = sums[t];
}
