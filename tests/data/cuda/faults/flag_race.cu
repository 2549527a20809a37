extern "C" __global__ void flag_race(int* out, const int* in) {
  __shared__ int any;
  int t = threadIdx.x;
  if (t == 0)
    any = 0;
  if (in[t] > 40)
    atomicOr(&any, 1);  // fault
  __syncthreads();
  out[t] = any;
}
