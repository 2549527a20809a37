extern "C" __global__ void double_index(double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = i; k <= n; k += 32)
    out[k] = k;  // fault
}
