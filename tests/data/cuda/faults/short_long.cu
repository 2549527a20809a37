extern "C" __global__ void short_long(long long* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long* wide = (const long long*)in;
  if (i < n)
    out[i] = wide[i];  // fault
}
