extern "C" __global__ void half_of_a_double(float* out) {
  int i = threadIdx.x;
  double* d = (double*)(out + 2 * i + 1);
  *d = 1.0;  // fault
}
