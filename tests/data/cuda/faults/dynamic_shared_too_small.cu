extern "C" __global__ void dynamic_shared_too_small(int* out) {
  extern __shared__ int tile[];
  int t = threadIdx.x;
  tile[t] = t;  // fault
  __syncthreads();
  out[t] = t ? tile[0] : 5;
}
