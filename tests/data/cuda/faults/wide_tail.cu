extern "C" __global__ void wide_tail(float4* out, const float4* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];  // fault
  if (i < 9)
    out[i] = v;
}
