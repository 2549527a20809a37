extern "C" __global__ void misaligned_atomic(unsigned char* raw) {
  if (threadIdx.x == 0)
    atomicAdd((int*)(raw + 2), 1);  // fault
}
