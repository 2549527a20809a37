extern "C" __global__ void unwritten_counter(int* counter, const int* in) {
  if (in[threadIdx.x] > 5)
    atomicAdd(counter, 1);  // fault
}
