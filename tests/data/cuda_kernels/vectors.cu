// 16 bytes a lane.
__global__ void vectors(const float4* in, float4* out, int n, int stride) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < n) {
    float4 v = in[i];
    v.x = v.x * 2.0f;
    v.w = v.w - v.y;
    out[i] = v;
  }
}
