// Question: how many threads should a block have?
// Method:   three kernels with blocks of 32 to 1,024 threads, their whole work constant: a vector
//           sum (one element a thread), a transposition (tiles of 32 by 32 in shared memory, with
//           blocks of 32 by 1 to 32 by 32) and a kernel with many registers that only computes.
//           Median of 21 runs between events, with other data in L2 before each.
// Output:   JSON: for each kernel its work and registers per thread, and for each block size the
//           threads, resident blocks of an SM, microseconds, or the error that the launch got.
#include "common.cuh"

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

constexpr int kSide = 8192;

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row][threadIdx.x] = in[(y + row) * kSide + x];
  __syncthreads();
  const int column = blockIdx.y * 32 + threadIdx.x, first = blockIdx.x * 32;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    out[(first + row) * kSide + column] = tile[threadIdx.x][row];
}

// 80 sums that are all alive need more than 64 registers, so that 1,024 threads do not fit.
__global__ void registers(const float* in, float* out, int n) {
  constexpr int kSums = 80;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sums[kSums];
  for (int k = 0; k < kSums; ++k) sums[k] = in[k] * i;
  for (int round = 0; round < 64; ++round)
#pragma unroll
    for (int k = 0; k < kSums; ++k) sums[k] = sums[k] * 0.999f + sums[(k + 7) % kSums];
  float all = 0;
  for (int k = 0; k < kSums; ++k) all += sums[k];
  out[i] = all;
}

constexpr int kThreads[] = {32, 64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024};

template <typename Kernel, typename Launch>
void measure(const char* name, const char* work, Kernel kernel, bool rows, Launch launch,
             char* flush, size_t flush_bytes) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  std::printf("{\"kernel\":\"%s\",\"work\":\"%s\",\"registers\":%d,\"max_threads\":%d,\"blocks\":[",
              name, work, attributes.numRegs, attributes.maxThreadsPerBlock);
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  const char* comma = "";
  for (int threads : kThreads) {
    if (rows && (threads / 32 & (threads / 32 - 1)) != 0) continue;
    int resident = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, 0));
    launch(threads);
    const cudaError_t status = cudaGetLastError();
    std::printf("%s\n{\"threads\":%d,\"resident\":%d,", comma, threads, resident);
    comma = ",";
    if (status != cudaSuccess) {
      std::printf("\"error\":\"%s\"}", cudaGetErrorString(status));
      continue;
    }
    std::vector<float> times;
    for (int run = 0; run < 23; ++run) {
      CHECK(cudaMemset(flush, run, flush_bytes));
      CHECK(cudaEventRecord(start));
      launch(threads);
      CHECK(cudaEventRecord(stop));
      CHECK(cudaEventSynchronize(stop));
      float ms = 0;
      CHECK(cudaEventElapsedTime(&ms, start, stop));
      if (run > 1) times.push_back(ms);
    }
    std::printf("\"us\":%.2f}", median(times) * 1e3);
  }
  std::printf("]}");
}

int main() {
  constexpr int n = kSide * kSide;
  constexpr size_t flush_bytes = 256 << 20;
  float *a = take<float>(n), *b = take<float>(n), *c = take<float>(n);
  char* flush = take<char>(flush_bytes);
  std::vector<float> ones(n, 1.0f);
  for (float* each : {a, b}) CHECK(cudaMemcpy(each, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  std::printf("{\"kernels\":[\n");
  measure("add", "67,108,864 sums of two FP32 numbers", add, false,
          [&](int threads) { add<<<(n + threads - 1) / threads, threads>>>(a, b, c, n); }, flush, flush_bytes);
  std::printf(",\n");
  measure("transpose", "8,192 by 8,192 FP32 numbers in tiles of 32 by 32", transpose, true,
          [&](int threads) {
            transpose<<<dim3(kSide / 32, kSide / 32), dim3(32, threads / 32)>>>(a, c);
          }, flush, flush_bytes);
  std::printf(",\n");
  constexpr int few = 1 << 20;
  measure("registers", "1,048,576 threads, 64 rounds of 80 multiplications and additions", registers, false,
          [&](int threads) { registers<<<(few + threads - 1) / threads, threads>>>(a, c, few); }, flush, flush_bytes);
  std::printf("]}\n");
}
