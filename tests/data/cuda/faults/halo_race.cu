extern "C" __global__ void halo_race(int* out, const int* in, int n) {
  extern __shared__ int cells[];
  int t = threadIdx.x;
  cells[t + 1] = in[t];
  if (t == 0) {
    cells[0] = 0;
    cells[n + 1] = 0;
  }
  out[t] = cells[t] + cells[t + 2];  // fault
}
