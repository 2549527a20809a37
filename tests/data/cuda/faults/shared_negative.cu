extern "C" __global__ void shared_negative(int* out, int n) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  tile[t] = 1.0f;
  __syncwarp();
  out[t] = (int)tile[t - n];  // fault
}
