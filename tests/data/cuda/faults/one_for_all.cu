extern "C" __global__ void one_for_all(int* out, const int* in) {
  __shared__ int first;
  int t = threadIdx.x;
  if (t == 0)
    first = in[0];
  out[t] = first + t;  // fault
}
