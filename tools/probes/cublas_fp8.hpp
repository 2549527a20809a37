// cuBLASLt's product of E4M3 matrices into FP32, with fast accumulation or without.
#pragma once

#include <cublasLt.h>

#include "common.cuh"

#define CHECK_CUBLAS(call) REQUIRE((call) == CUBLAS_STATUS_SUCCESS, #call)

template <typename T>
void set(cublasLtMatmulDesc_t description, cublasLtMatmulDescAttributes_t attribute, T value) {
  CHECK_CUBLAS(cublasLtMatmulDescSetAttribute(description, attribute, &value, sizeof value));
}

// The library's first choice that does not split K.
inline cublasLtMatmulAlgo_t choose(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                                   cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                   cublasLtMatrixLayout_t c, size_t workspace) {
  cublasLtMatmulPreference_t preference;
  CHECK_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
  CHECK_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
      preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
  cublasLtMatmulHeuristicResult_t found[32];
  int count = 0;
  CHECK_CUBLAS(cublasLtMatmulAlgoGetHeuristic(handle, description, a, b, c, c, preference, 32,
                                              found, &count));
  CHECK_CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
  for (int i = 0; i < count; ++i) {
    int parts = 0;
    CHECK_CUBLAS(cublasLtMatmulAlgoConfigGetAttribute(
        &found[i].algo, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &parts, sizeof parts, nullptr));
    if (parts <= 1) return found[i].algo;
  }
  REQUIRE(false, "cuBLASLt splits K whatever it chooses");
  return {};
}

// rows × columns dot products of a's rows and b's columns, each k codes in a row. The product is
// made of 1024×1024 (each row and column many times), as the library has kernels for large ones.
inline std::vector<float> library_product(const std::vector<uint8_t>& a,
                                          const std::vector<uint8_t>& b, int rows, int columns,
                                          int k, bool fast) {
  constexpr int kSize = 1024;
  constexpr size_t kWorkspace = size_t{32} << 20;
  cublasLtHandle_t handle;
  CHECK_CUBLAS(cublasLtCreate(&handle));
  uint8_t *da, *db;
  float* dc;
  void* workspace;
  CHECK(cudaMalloc(&da, size_t{kSize} * k));
  CHECK(cudaMalloc(&db, size_t{kSize} * k));
  CHECK(cudaMalloc(&dc, kSize * kSize * sizeof *dc));
  CHECK(cudaMalloc(&workspace, kWorkspace));
  for (size_t at = 0; at < size_t{kSize} * k; at += a.size())
    CHECK(cudaMemcpy(da + at, a.data(), a.size(), cudaMemcpyHostToDevice));
  for (size_t at = 0; at < size_t{kSize} * k; at += b.size())
    CHECK(cudaMemcpy(db + at, b.data(), b.size(), cudaMemcpyHostToDevice));

  cublasLtMatmulDesc_t description;
  CHECK_CUBLAS(cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  set(description, CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  set(description, CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_N);
  set(description, CUBLASLT_MATMUL_DESC_FAST_ACCUM, static_cast<int8_t>(fast));
  cublasLtMatrixLayout_t layout_a, layout_b, layout_c;
  CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&layout_a, CUDA_R_8F_E4M3, k, kSize, k));
  CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&layout_b, CUDA_R_8F_E4M3, k, kSize, k));
  CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&layout_c, CUDA_R_32F, kSize, kSize, kSize));
  const cublasLtMatmulAlgo_t algorithm =
      choose(handle, description, layout_a, layout_b, layout_c, kWorkspace);
  const float one = 1, zero = 0;
  CHECK_CUBLAS(cublasLtMatmul(handle, description, &one, da, layout_a, db, layout_b, &zero, dc,
                              layout_c, dc, layout_c, &algorithm, workspace, kWorkspace, nullptr));
  std::vector<float> all(kSize * kSize), found;  // column-major
  CHECK(cudaMemcpy(all.data(), dc, all.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) found.push_back(all[column * kSize + row]);

  for (cublasLtMatrixLayout_t layout : {layout_a, layout_b, layout_c})
    CHECK_CUBLAS(cublasLtMatrixLayoutDestroy(layout));
  CHECK_CUBLAS(cublasLtMatmulDescDestroy(description));
  CHECK_CUBLAS(cublasLtDestroy(handle));
  for (void* memory :
       {static_cast<void*>(da), static_cast<void*>(db), static_cast<void*>(dc), workspace})
    CHECK(cudaFree(memory));
  return found;
}
