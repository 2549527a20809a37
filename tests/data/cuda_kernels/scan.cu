// Prefix sums of a block, in two buffers.
__global__ void scan(const int* in, int* out, int n) {
  extern __shared__ int buffer[];
  int t = threadIdx.x, from = 0, to = 1;
  buffer[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    if (t >= d)
      buffer[to * n + t] = buffer[from * n + t] + buffer[from * n + t - d];
    else
      buffer[to * n + t] = buffer[from * n + t];
    __syncthreads();
    from = to;
    to = 1 - to;
  }
  out[t] = buffer[from * n + t];
}
