extern "C" __global__ void barrier_in_case(int* out, const int* in) {
  int t = threadIdx.x;
  switch (in[t] % 3) {
    case 0:
      out[t] = 5;
      break;
    case 1:
      out[t] = 6;
      __syncthreads();  // fault
      out[t] += 1;
      break;
    default:
      out[t] = 7;
  }
  __syncthreads();
  out[t] += in[63 - t];
}
