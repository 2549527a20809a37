extern "C" __global__ void odd_bytes(int* out, const unsigned char* in) {
  int i = threadIdx.x;
  out[i] = *(const int*)(in + i);  // fault
}
