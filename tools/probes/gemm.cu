// Question: how fast is C = A·B, from the simplest kernel to the vendor's library, one idea at a
//           time?
// Method:   the kernels of gemm_fp32.cuh and gemm_bf16.cuh and cuBLAS (FP32 without TF32; BF16 with
//           FP32 sums), on random matrices; each product is compared with one summed in FP64 by a
//           kernel of its own, after C was filled with NaN; median of several runs between events.
// Output:   JSON: peak_tflops at the highest clock, and rungs [{rung, type, n, ms, tflops, error}]
//           where error is ‖C − reference‖ / ‖reference‖.
#include <cublas_v2.h>

#include <string>

#include "gemm_bf16.cuh"
#include "gemm_fp32.cuh"

#define CHECK_CUBLAS(call) REQUIRE((call) == CUBLAS_STATUS_SUCCESS, "cuBLAS failed: " #call)

// Uniform in [-1, 1), from a hash of the index.
__global__ void fill(float* values, __nv_bfloat16* rounded, size_t count, uint32_t seed) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x) {
    uint32_t hash = static_cast<uint32_t>(i) * 0x9e3779b9u + seed;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    values[i] = static_cast<float>((hash ^ hash >> 16) >> 8) / (1 << 23) - 1;
    rounded[i] = __float2bfloat16(values[i]);
  }
}

template <typename T>
__global__ void reference(const T* A, const T* B, double* C, int n) {
  constexpr int S = 32;
  __shared__ double a[S][S], b[S][S];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * S + y, col = blockIdx.x * S + x;
  double sum = 0;
  for (int k = 0; k < n; k += S) {
    a[y][x] = static_cast<double>(static_cast<float>(A[row * n + k + x]));
    b[y][x] = static_cast<double>(static_cast<float>(B[(k + y) * n + col]));
    __syncthreads();
    for (int i = 0; i < S; ++i) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

template <typename T>
__global__ void compare(const T* C, const double* expected, size_t count, double* sums) {
  double difference = 0, size = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x) {
    const double d = static_cast<double>(static_cast<float>(C[i])) - expected[i];
    difference += d * d;
    size += expected[i] * expected[i];
  }
  atomicAdd(&sums[0], difference);
  atomicAdd(&sums[1], size);
}

class Climb {
 public:
  explicit Climb(int n) : n_(n), count_(static_cast<size_t>(n) * n) {
    for (int i = 0; i < 3; ++i) {
      CHECK(cudaMalloc(&fp32_[i], count_ * sizeof(float)));
      CHECK(cudaMalloc(&bf16_[i], count_ * sizeof(__nv_bfloat16)));
      if (i < 2) fill<<<1024, 256>>>(fp32_[i], bf16_[i], count_, 17u + 1000u * i + n);
    }
    CHECK(cudaMalloc(&expected_, count_ * sizeof(double)));
    CHECK(cudaMalloc(&sums_, 2 * sizeof(double)));
    CHECK_CUBLAS(cublasCreate(&cublas_));
    CHECK_CUBLAS(cublasSetMathMode(cublas_, CUBLAS_PEDANTIC_MATH));  // FP32 stays FP32
  }
  ~Climb() {
    for (int i = 0; i < 3; ++i) {
      cudaFree(fp32_[i]);
      cudaFree(bf16_[i]);
    }
    cudaFree(expected_);
    cudaFree(sums_);
    cublasDestroy(cublas_);
  }
  Climb(const Climb&) = delete;
  Climb& operator=(const Climb&) = delete;

  void fp32() {
    refer(fp32_);
    const dim3 square(32, 32), tiles(n_ / 32, n_ / 32), big(n_ / kTile, n_ / kTile);
    const auto [A, B, C] = fp32_;
    measure("naive", C, [&] { naive<<<tiles, square>>>(A, B, C, n_); });
    measure("coalesced", C, [&] { coalesced<<<tiles, square>>>(A, B, C, n_); });
    measure("shared tile", C, [&] { shared_tile<<<tiles, square>>>(A, B, C, n_); });
    measure("register tile", C, [&] { register_tile<<<big, kThreads>>>(A, B, C, n_); });
    measure("vectorized", C, [&] { vectorized<<<big, kThreads>>>(A, B, C, n_); });
    constexpr int kBytes = kAsyncStages * sizeof(AsyncStage);
    CHECK(
        cudaFuncSetAttribute(async_pipeline, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
    measure("cp.async pipeline", C,
            [&] { async_pipeline<<<big, kThreads, kBytes>>>(A, B, C, n_); });
    const float one = 1, zero = 0;
    // cuBLAS counts columns first: what it calls B·A is our A·B.
    measure("library", C, [&] {
      CHECK_CUBLAS(cublasSgemm(cublas_, CUBLAS_OP_N, CUBLAS_OP_N, n_, n_, n_, &one, B, n_, A, n_,
                               &zero, C, n_));
    });
  }

  void bf16() {
    refer(bf16_);
    const auto [A, B, C] = bf16_;
    CHECK(cudaFuncSetAttribute(tensor_cores, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               kTensorBytes));
    const int blocks = n_ / kRows * (n_ / kCols);
    measure("tensor cores", C, [&] { tensor_cores<<<blocks, 256, kTensorBytes>>>(A, B, C, n_); });
    const float one = 1, zero = 0;
    measure("library", C, [&] {
      CHECK_CUBLAS(cublasGemmEx(cublas_, CUBLAS_OP_N, CUBLAS_OP_N, n_, n_, n_, &one, B, CUDA_R_16BF,
                                n_, A, CUDA_R_16BF, n_, &zero, C, CUDA_R_16BF, n_,
                                CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    });
  }

 private:
  template <typename T>
  void refer(T* const (&matrices)[3]) {
    reference<<<dim3(n_ / 32, n_ / 32), dim3(32, 32)>>>(matrices[0], matrices[1], expected_, n_);
    CHECK(cudaDeviceSynchronize());
  }

  template <typename T, typename Launch>
  void measure(const char* rung, T* C, Launch launch) {
    constexpr bool kFp32 = sizeof(T) == 4;
    CHECK(cudaMemset(C, 0xff, count_ * sizeof(T)));  // NaN
    CHECK(cudaMemset(sums_, 0, 2 * sizeof(double)));
    const float once = median_ms(launch, 1, 0);
    compare<<<1024, 256>>>(C, expected_, count_, sums_);
    double sums[2];
    CHECK(cudaMemcpy(sums, sums_, sizeof sums, cudaMemcpyDeviceToHost));
    const double error = std::sqrt(sums[0] / sums[1]);
    // BF16 keeps 8 bits of each result; FP32 sums of thousands of terms lose a few of their 24.
    REQUIRE(error < (kFp32 ? 1e-5 : 3e-3), rung);
    const float ms = median_ms(launch, std::clamp(static_cast<int>(1000 / once), 3, 50), 2);
    const double tflops = 2.0 * n_ * n_ * n_ / ms * 1e-9;
    std::printf(
        "%s{\"rung\":\"%s\",\"type\":\"%s\",\"n\":%d,\"ms\":%.4f,\"tflops\":%.3f,\"error\":%.2e}",
        first_ ? "" : ",\n", rung, kFp32 ? "fp32" : "bf16", n_, ms, tflops, error);
    first_ = false;
  }

  static inline bool first_ = true;
  int n_;
  size_t count_;
  float* fp32_[3] = {};
  __nv_bfloat16* bf16_[3] = {};
  double* expected_ = nullptr;
  double* sums_ = nullptr;
  cublasHandle_t cublas_ = nullptr;
};

int main() {
  int sms = 0, khz = 0;
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  // Per multiprocessor and clock: 128 FP32 lanes, and 2048 BF16 multiply-adds on the tensor cores
  // (9.0).
  const double per_clock = 2e-9 * sms * khz;
  std::printf("{\"peak_tflops\":{\"fp32\":%.1f,\"bf16\":%.1f},\n\"rungs\":[\n", per_clock * 128,
              per_clock * 2048);
  for (const int n : {4096, 8192}) {
    Climb climb(n);
    climb.fp32();
    climb.bf16();
  }
  std::printf("\n]}\n");
}
