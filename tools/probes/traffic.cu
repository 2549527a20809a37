// Question: how many numbers do the first kernels of gemm_fp32.cuh load from global memory, and how
//           much of that reaches L2 and HBM?
// Method:   each kernel whose loads are plain instructions once, on matrices of zeros, at two
//           sizes; a profiler counts the launches, with cold caches (see run).
// Output:   JSON: [{rung, n, tile: [rows, columns, depth], words: numbers that one lane loads with
//           one instruction}], in the order of the launches.
#include "gemm_fp32.cuh"

struct Matrices {
  float *A, *B, *C;
  int n;
};

using Kernel = void (*)(const float*, const float*, float*, int);

// `words`: numbers that one lane loads with one instruction.
void once(const char* rung, Kernel kernel, const Matrices& matrices, int block_tile, dim3 threads,
          int tile, int depth, int words) {
  static const char* separator = "[";
  const auto& [A, B, C, n] = matrices;
  kernel<<<dim3(n / block_tile, n / block_tile), threads>>>(A, B, C, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::printf("%s{\"rung\":\"%s\",\"n\":%d,\"tile\":[%d,%d,%d],\"words\":%d}", separator, rung, n,
              tile, tile, depth, words);
  separator = ",\n";
}

int main() {
  for (const int n : {256, 1024}) {
    Matrices matrices{};
    matrices.n = n;
    for (float** matrix : {&matrices.A, &matrices.B, &matrices.C}) {
      CHECK(cudaMalloc(matrix, sizeof(float) * n * n));
      CHECK(cudaMemset(*matrix, 0, sizeof(float) * n * n));
    }
    const dim3 square(32, 32), line(kThreads);
    once("naive", naive, matrices, 32, square, 1, 1, 1);
    once("coalesced", coalesced, matrices, 32, square, 1, 1, 1);
    once("shared tile", shared_tile, matrices, 32, square, 32, 32, 1);
    once("register tile", register_tile, matrices, kTile, line, kTile, 8, 1);
    once("vectorized", vectorized, matrices, kTile, line, kTile, 8, 4);
    for (float* matrix : {matrices.A, matrices.B, matrices.C}) CHECK(cudaFree(matrix));
  }
  std::printf("]\n");
}
