// Question: does the first program of the start page, whole as it stands there, compile and run?
// Method:   the region is all of it: it copies an array on the GPU and compares every number.
// Output:   one line of text, which tools/probes/run records as "printed".
// Usage:    first
// [snippet: first program]
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA says: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

int main() {
  const int n = 1000000, threads = 256, blocks = (n + threads - 1) / threads;
  const size_t bytes = n * sizeof(float);
  std::vector<float> before(n), after(n);  // in the memory of the CPU
  for (int i = 0; i < n; ++i) before[i] = i % 1000;

  float *in, *out;  // addresses in the memory of the GPU
  check(cudaMalloc(&in, bytes));
  check(cudaMalloc(&out, bytes));
  check(cudaMemcpy(in, before.data(), bytes, cudaMemcpyHostToDevice));

  copy<<<blocks, threads>>>(in, out, n);
  check(cudaGetLastError());  // could the kernel start?
  check(cudaMemcpy(after.data(), out, bytes, cudaMemcpyDeviceToHost));  // waits for the kernel

  check(cudaFree(in));
  check(cudaFree(out));
  const bool same = after == before;
  std::printf("%d blocks of %d threads: %s\n", blocks, threads, same ? "copied" : "wrong");
  return same ? 0 : 1;
}
// [end]
