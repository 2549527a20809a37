extern "C" __global__ void shared_misaligned(float* out, int shift) {
  __shared__ __align__(16) float tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  tile[t + 32] = t;
  __syncwarp();
  float2 v = *(float2*)&tile[t + shift];  // fault
  out[t] = v.x + v.y;
}
