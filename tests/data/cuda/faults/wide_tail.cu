extern "C" __global__ void wide_tail(float4* out, const float4* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // fault
}
