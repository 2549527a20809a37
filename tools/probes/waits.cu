// Question: what do the multiplying warps of a product wait for: buffers that are not full yet, or
//           their own products?
// Method:   the kernels `specialized` of gemm_specialized.cuh, one block alone and in clusters of
//           two, each once on 8192×8192 normal random numbers. A profiler samples where warps wait
//           (tools/probes/run adds it).
// Output:   JSON: n, kernels [{kernel}] in the order of the launches.
// Usage:    waits | waits --count (launches, and prints nothing)
#include <cuda_profiler_api.h>

#include <cstring>

#include "gemm_specialized.cuh"
#include "random_products.cuh"

namespace {

constexpr int kSide = 8192;

struct Product {
  __nv_bfloat16 *A, *B, *C;

  // `Blocks` in a cluster share the columns of B.
  template <int Blocks>
  void launch() const {
    const auto map = [](const void* matrix, int rows, int blocks) {
      return in_blocks(matrix, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, kSide, kSide, rows, blocks);
    };
    const int blocks = kSide / kRows * (kSide / kCols), bytes = sizeof(TmaMemory);
    CHECK(cudaFuncSetAttribute(specialized<Blocks>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               bytes));
    specialized<Blocks><<<blocks, kSpecialized, bytes>>>(
        map(A, kRows, 1), map(B, kDepth, kCols / 64 / Blocks), C, kSide);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bool counting = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  if (!counting) {
    std::printf("{\"n\":%d,\n\"kernels\":[{\"kernel\":\"warp specialized\"},\n", kSide);
    std::printf("{\"kernel\":\"clusters\"}]}\n");
    return 0;
  }
  constexpr size_t kCount = size_t{kSide} * kSide;
  const Product product{take<__nv_bfloat16>(kCount), take<__nv_bfloat16>(kCount),
                        take<__nv_bfloat16>(kCount)};
  fill_normal<<<1024, 256>>>(product.A, kCount, 17u);
  fill_normal<<<1024, 256>>>(product.B, kCount, 4242u);
  product.launch<1>();  // until clocks have settled
  CHECK(cudaProfilerStart());
  product.launch<1>();
  product.launch<2>();
  CHECK(cudaProfilerStop());
}
