extern "C" __global__ void no_guard(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1.0f;  // fault
}
