struct Pair {
  int key;
  float value;
};
extern "C" __global__ void struct_tail(Pair* all, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    all[i + 1].value = 1.0f;  // fault
}
