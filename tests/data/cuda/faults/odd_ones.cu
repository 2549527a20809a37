extern "C" __global__ void odd_ones(int* scratch, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    scratch[i] = i;
  if (i < n)
    out[i] = scratch[i];  // fault
}
