extern "C" __global__ void null_write(int* out, int* extra) {
  out[threadIdx.x] = 1;
  extra[threadIdx.x] = 2;  // fault
}
