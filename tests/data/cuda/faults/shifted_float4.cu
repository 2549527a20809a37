extern "C" __global__ void shifted_float4(float4* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* four = reinterpret_cast<const float4*>(in + 1);
  out[i] = four[i];  // fault
}
