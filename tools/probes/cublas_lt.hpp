// cuBLASLt's product of square row-major matrices, by the fastest of the library's own choices.
#pragma once

#include <cublasLt.h>

#include "common.cuh"

#ifndef CHECK_CUBLAS
#define CHECK_CUBLAS(call) REQUIRE((call) == CUBLAS_STATUS_SUCCESS, #call)
#endif

class LibraryProduct {
 public:
  // C (BF16) = A·B in BF16, or A·Bᵀ in E4M3. The library counts columns first: its first factor is
  // our B.
  LibraryProduct(int n, const void* A, const void* B, void* C, bool fp8) : A_(A), B_(B), C_(C) {
    const cudaDataType type = fp8 ? CUDA_R_8F_E4M3 : CUDA_R_16BF;
    CHECK_CUBLAS(cublasLtCreate(&handle_));
    CHECK_CUBLAS(cublasLtMatmulDescCreate(&product_, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    set(CUBLASLT_MATMUL_DESC_TRANSA, fp8 ? CUBLAS_OP_T : CUBLAS_OP_N);
    CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&factor_, type, n, n, n));
    CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&result_, CUDA_R_16BF, n, n, n));
    CHECK(cudaMalloc(&workspace_, kWorkspace));
  }
  ~LibraryProduct() {
    cudaFree(workspace_);
    cublasLtMatrixLayoutDestroy(factor_);
    cublasLtMatrixLayoutDestroy(result_);
    cublasLtMatmulDescDestroy(product_);
    cublasLtDestroy(handle_);
  }
  LibraryProduct(const LibraryProduct&) = delete;
  LibraryProduct& operator=(const LibraryProduct&) = delete;

  // E4M3: sums stay in the tensor cores, with their 14 bits.
  void sum_fast() { set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, int8_t{1}); }

  // E4M3: a scale for each 128 numbers of A's rows, and for each 128×128 of B.
  void scale(const float* a_scales, const float* b_scales) {
    set(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F);
    set(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F);
    set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, b_scales);
    set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, a_scales);
  }

  // Tries the library's proposals, at most 16; false if there is none.
  bool choose() {
    cublasLtMatmulPreference_t preference;
    CHECK_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
    CHECK_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &kWorkspace, sizeof kWorkspace));
    cublasLtMatmulHeuristicResult_t found[16];
    int count = 0;
    if (cublasLtMatmulAlgoGetHeuristic(handle_, product_, factor_, factor_, result_, result_,
                                       preference, 16, found, &count) != CUBLAS_STATUS_SUCCESS)
      count = 0;
    CHECK_CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
    float best = 0;
    for (int i = 0; i < count; ++i) {
      std::swap(choice_, found[i].algo);
      const float ms = median_ms([&] { launch(); }, 40, 10);
      if (best == 0 || ms < best)
        best = ms;
      else
        std::swap(choice_, found[i].algo);
    }
    return count > 0;
  }

  void launch() const {
    const float one = 1, zero = 0;
    CHECK_CUBLAS(cublasLtMatmul(handle_, product_, &one, B_, factor_, A_, factor_, &zero, C_,
                                result_, C_, result_, &choice_, workspace_, kWorkspace, nullptr));
  }

 private:
  template <typename T>
  void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    CHECK_CUBLAS(cublasLtMatmulDescSetAttribute(product_, attribute, &value, sizeof value));
  }

  static constexpr size_t kWorkspace = size_t{64} << 20;
  const void *A_, *B_;
  void* C_;
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatrixLayout_t factor_ = nullptr, result_ = nullptr;
  cublasLtMatmulAlgo_t choice_{};
  void* workspace_ = nullptr;
};
