extern "C" __global__ void shift_race(int* out, const int* in) {
  __shared__ int ring[64];
  int t = threadIdx.x;
  ring[t] = in[t];
  __syncthreads();
  int next = ring[(t + 1) % 64];
  ring[t] = next * 2;  // fault
  __syncthreads();
  out[t] = ring[t];
}
