extern "C" __global__ void tree_without_barrier(int* out, const int* in) {
  __shared__ int sums[128];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int half = 64; half > 0; half /= 2)
    if (t < half)
      sums[t] += sums[t + half];  // fault
  if (t == 0)
    out[0] = sums[0];
}
