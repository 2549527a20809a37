extern "C" __global__ void far_away(int* out, long long far) {
  if (threadIdx.x == 5)
    out[far] = 1;  // fault
}
