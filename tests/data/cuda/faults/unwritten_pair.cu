extern "C" __global__ void unwritten_pair(float2* out, const float2* in) {
  int i = threadIdx.x;
  out[i] = in[i];  // fault
}
