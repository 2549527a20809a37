__device__ int meet() {
  __syncthreads();  // fault
  return 1;
}
extern "C" __global__ void short_circuit(int* out, const int* in) {
  int t = threadIdx.x;
  out[t] = in[t] > 10 && meet();
  __syncthreads();
  out[t] += in[63 - t];
}
