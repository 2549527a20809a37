__device__ void put(int* out, int at, int value) {
  out[at] = value;  // fault
}
extern "C" __global__ void inner_function(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(out, i * 2, i);
}
