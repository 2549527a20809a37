// Doubles, and conversions between floats and integers.
__global__ void doubles(const double* in, double* out, float* single, int* whole, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double v = in[i] / 3.0 - 11.5;
    out[i] = v * v + sqrt(fabs(v)) * 1e-3;
    single[i] = (float)(v * 1e10) / 7.0f;
    whole[i] = (int)(v * 1000.0) + (int)rint(v) + (int)floorf((float)v);
  }
}
