extern "C" __global__ void second_array(short* out, const short* a, const short* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    short x = a[i];
    short y = b[i];  // fault
    out[i] = x + y;
  }
}
