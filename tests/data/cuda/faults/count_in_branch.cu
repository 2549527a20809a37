extern "C" __global__ void count_in_branch(int* out, const int* in) {
  int t = threadIdx.x;
  if (t % 32 < 20)
    out[t] = __syncthreads_count(in[t] > 3);  // fault
  int all = __syncthreads_count(in[t] > 5);
  out[t] += all;
}
