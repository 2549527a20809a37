extern "C" __global__ void flag_race(int* out, const int* in) {
  __shared__ int any;
  int t = threadIdx.x;
  if (t == 0)
    any = 0;
  __syncthreads();
  if (in[t] > 40)
    any = 1;
  out[t] = any;  // fault
}
