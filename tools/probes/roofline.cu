// Question: how long does a linear layer take, over the number of tokens in the batch, with BF16
// and
//           with FP8 factors?
// Method:   Y = X·W with 4096 inputs and 14336 outputs, on cuBLASLt (FP32 sums, BF16 output; FP8 is
//           E4M3 with fast accumulation), with random numbers. Eight copies of W take turns, so
//           that each is read from memory and not from L2. The fastest of the library's first eight
//           choices; median of several rows of launches. Four sums of each are compared with the
//           CPU's.
// Output:   JSON: inputs, outputs, and runs [{type, batch, us, tflops}].
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include <string>

#include "common.cuh"

#define CHECK_CUBLAS(call) REQUIRE((call) == CUBLAS_STATUS_SUCCESS, #call)

constexpr int kInputs = 4096, kOutputs = 14336, kMostTokens = 4096, kCopies = 8, kLaunches = 32;
constexpr size_t kWorkspace = size_t{64} << 20;

// From a hash of the index: BF16 in [-1, 1), E4M3 in (-2, 2).
template <typename T>
__global__ void fill(T* values, size_t count, uint32_t seed) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x) {
    uint32_t hash = static_cast<uint32_t>(i) * 0x9e3779b9u + seed;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    hash ^= hash >> 16;
    if constexpr (sizeof(T) == 1)
      values[i].__x = hash & 0xbf;
    else
      values[i] = __float2bfloat16(static_cast<float>(hash >> 8) / (1 << 23) - 1);
  }
}

template <typename T>
class Layer {
 public:
  Layer() {
    CHECK_CUBLAS(cublasLtCreate(&handle_));
    CHECK(cudaMalloc(&weights_, kCopies * kWeights * sizeof(T)));
    CHECK(cudaMalloc(&tokens_, size_t{kInputs} * kMostTokens * sizeof(T)));
    CHECK(cudaMalloc(&results_, size_t{kOutputs} * kMostTokens * sizeof *results_));
    CHECK(cudaMalloc(&workspace_, kWorkspace));
    fill<<<1024, 256>>>(weights_, kCopies * kWeights, 17u);
    fill<<<1024, 256>>>(tokens_, size_t{kInputs} * kMostTokens, 4242u);
    CHECK_CUBLAS(cublasLtMatmulDescCreate(&product_, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const cublasOperation_t turned = CUBLAS_OP_T;
    CHECK_CUBLAS(cublasLtMatmulDescSetAttribute(product_, CUBLASLT_MATMUL_DESC_TRANSA, &turned,
                                                sizeof turned));
    const int8_t fast = sizeof(T) == 1;
    CHECK_CUBLAS(cublasLtMatmulDescSetAttribute(product_, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast,
                                                sizeof fast));
  }
  ~Layer() {
    for (void* memory : {static_cast<void*>(weights_), static_cast<void*>(tokens_),
                         static_cast<void*>(results_), workspace_})
      cudaFree(memory);
    cublasLtMatmulDescDestroy(product_);
    cublasLtDestroy(handle_);
  }

  void measure(int batch) {
    // The library counts columns first: what it calls Wᵀ·X has a column for each token.
    constexpr cudaDataType type = sizeof(T) == 1 ? CUDA_R_8F_E4M3 : CUDA_R_16BF;
    cublasLtMatrixLayout_t w, x, y;
    CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&w, type, kInputs, kOutputs, kInputs));
    CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&x, type, kInputs, batch, kInputs));
    CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&y, CUDA_R_16BF, kOutputs, batch, kOutputs));
    cublasLtMatmulPreference_t preference;
    CHECK_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
    CHECK_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &kWorkspace, sizeof kWorkspace));
    cublasLtMatmulHeuristicResult_t choices[8];
    int count = 0;
    CHECK_CUBLAS(cublasLtMatmulAlgoGetHeuristic(handle_, product_, w, x, y, y, preference, 8,
                                                choices, &count));
    REQUIRE(count > 0, "cuBLASLt has nothing for this product");
    double best = 0;
    for (int choice = 0; choice < count; ++choice) {
      const auto launches = [&] {
        const float one = 1, zero = 0;
        for (int i = 0; i < kLaunches; ++i)
          CHECK_CUBLAS(cublasLtMatmul(handle_, product_, &one, weights_ + i % kCopies * kWeights, w,
                                      tokens_, x, &zero, results_, y, results_, y,
                                      &choices[choice].algo, workspace_, kWorkspace, nullptr));
      };
      const double us = median_ms(launches, 9, 2) * 1000. / kLaunches;
      check(batch);
      if (best == 0 || us < best) best = us;
    }
    std::printf("%s{\"type\":\"%s\",\"batch\":%d,\"us\":%.3f,\"tflops\":%.3f}", first_ ? "" : ",\n",
                sizeof(T) == 1 ? "fp8" : "bf16", batch, best,
                2e-6 * batch * kInputs * kOutputs / best);
    first_ = false;
    CHECK_CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
    for (cublasLtMatrixLayout_t layout : {w, x, y})
      CHECK_CUBLAS(cublasLtMatrixLayoutDestroy(layout));
  }

 private:
  // The last token's first outputs, of the copy of W that was used last.
  void check(int batch) {
    constexpr int kChecked = 4;
    const size_t copy = (kLaunches - 1) % kCopies;
    std::vector<T> w(kChecked * kInputs), x(kInputs);
    std::vector<__nv_bfloat16> y(kChecked);
    CHECK(cudaMemcpy(w.data(), weights_ + copy * kWeights, w.size() * sizeof(T),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(x.data(), tokens_ + size_t{kInputs} * (batch - 1), x.size() * sizeof(T),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(y.data(), results_ + size_t{kOutputs} * (batch - 1), kChecked * sizeof y[0],
                     cudaMemcpyDeviceToHost));
    for (int output = 0; output < kChecked; ++output) {
      double sum = 0, size = 0;
      for (int i = 0; i < kInputs; ++i) {
        const double term = static_cast<double>(static_cast<float>(w[output * kInputs + i])) *
                            static_cast<float>(x[i]);
        sum += term;
        size += std::abs(term);
      }
      REQUIRE(std::abs(static_cast<float>(y[output]) - sum) < 0.005 * size, "a wrong product");
    }
  }

  static constexpr size_t kWeights = size_t{kInputs} * kOutputs;
  static inline bool first_ = true;
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  T *weights_ = nullptr, *tokens_ = nullptr;
  __nv_bfloat16* results_ = nullptr;
  void* workspace_ = nullptr;
};

template <typename T>
void measure_all() {
  Layer<T> layer;
  for (int batch = 1; batch <= kMostTokens; batch *= 2) layer.measure(batch);
}

int main() {
  std::printf("{\"inputs\":%d,\"outputs\":%d,\n\"runs\":[\n", kInputs, kOutputs);
  measure_all<__nv_bfloat16>();
  std::printf(",\n");
  measure_all<__nv_fp8_e4m3>();
  std::printf("\n]}\n");
}
