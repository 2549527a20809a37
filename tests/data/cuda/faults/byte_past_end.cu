extern "C" __global__ void byte_past_end(unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + (i == n)] = 1;
  if (i == 0)
    out[n + 1] = 2;  // fault
}
