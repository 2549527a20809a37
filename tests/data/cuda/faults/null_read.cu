extern "C" __global__ void null_read(float* out, const float* bias, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += bias[i];  // fault
}
