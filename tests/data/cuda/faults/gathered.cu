extern "C" __global__ void gathered(float* out, const float* in, const int* where, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = where[i];
    out[i] = in[at];  // fault
  }
}
