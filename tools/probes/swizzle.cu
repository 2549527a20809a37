// Question: where does a swizzled tensor copy (TMA) put each byte of a tile?
// Method:   a tile of 16 rows whose bytes say where in it they are (low byte and high byte, one
// copy
//           each) is copied to shared memory by cp.async.bulk.tensor with each swizzle of
//           cuTensorMapEncodeTiled, to a multiple of 1024 bytes and to every later multiple of 128
//           that the pattern can tell apart.
// Output:   JSON: copies [{swizzle: bytes, 0 none; row: bytes of a row; base: where the tile
// begins,
//           bytes behind a multiple of 1024; chunks: for each 16 bytes of the tile in shared
//           memory, from its beginning on, which 16 bytes of the tile they are, row by row;
//           scattered: 16 bytes there that are no 16 neighbors of the tile, of which -1 stands in
//           chunks}]
#include "hopper.cuh"

constexpr int kRows = 16;

__global__ void copy_tile(const __grid_constant__ CUtensorMap map, int base, int bytes,
                          uint8_t* out) {
  extern __shared__ __align__(1024) uint8_t shared[];
  __shared__ __align__(8) uint64_t barrier;
  const auto at = [](const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); };
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) shared[base + i] = 0;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&barrier)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&barrier)),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
        "[%1, {%2, %2}], [%3];" ::"r"(at(shared + base)),
        "l"(&map), "r"(0), "r"(at(&barrier))
        : "memory");
  }
  uint32_t done = 0;
  while (!done)
    asm volatile(
        "{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.b32 %0, 1, 0, p;}"
        : "=r"(done)
        : "r"(at(&barrier))
        : "memory");
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) out[i] = shared[base + i];
}

CUtensorMap tensor_map(uint8_t* tile, int row, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const cuuint64_t sizes[] = {static_cast<cuuint64_t>(row), kRows},
                   strides[] = {static_cast<cuuint64_t>(row)};
  const cuuint32_t box[] = {static_cast<cuuint32_t>(row), kRows}, steps[] = {1, 1};
  const CUresult result =
      tensor_map_encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, tile, sizes, strides, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  REQUIRE(result == CUDA_SUCCESS, "the tensor map is refused");
  return map;
}

// Which byte of the tile each byte in shared memory is.
std::vector<int> landed(int row, int base, CUtensorMapSwizzle swizzle) {
  const int bytes = row * kRows;
  uint8_t *tile, *out;
  CHECK(cudaMalloc(&tile, bytes));
  CHECK(cudaMalloc(&out, bytes));
  const CUtensorMap map = tensor_map(tile, row, swizzle);
  std::vector<int> from(bytes);
  for (int shift : {0, 8}) {
    std::vector<uint8_t> code(bytes);
    for (int i = 0; i < bytes; ++i) code[i] = static_cast<uint8_t>(i >> shift);
    CHECK(cudaMemcpy(tile, code.data(), bytes, cudaMemcpyHostToDevice));
    copy_tile<<<1, 128, 4096>>>(map, base, bytes, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(code.data(), out, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < bytes; ++i) from[i] |= code[i] << shift;
  }
  CHECK(cudaFree(tile));
  CHECK(cudaFree(out));
  return from;
}

void print(int span, int row, int base, CUtensorMapSwizzle swizzle) {
  static const char* separator = "";
  const std::vector<int> from = landed(row, base, swizzle);
  std::printf("%s{\"swizzle\":%d,\"row\":%d,\"base\":%d,\"chunks\":[", separator, span, row, base);
  separator = ",\n";
  int scattered = 0;
  for (size_t i = 0; i < from.size(); i += 16) {
    bool whole = from[i] % 16 == 0;
    for (int byte = 1; byte < 16; ++byte) whole &= from[i + byte] == from[i] + byte;
    scattered += !whole;
    std::printf("%s%d", i ? "," : "", whole ? from[i] / 16 : -1);
  }
  std::printf("],\"scattered\":%d}", scattered);
}

int main() {
  std::printf("{\"copies\":[\n");
  print(0, 128, 0, CU_TENSOR_MAP_SWIZZLE_NONE);
  for (int base = 0; base < 256; base += 128) print(32, 32, base, CU_TENSOR_MAP_SWIZZLE_32B);
  for (int base = 0; base < 512; base += 128) print(64, 64, base, CU_TENSOR_MAP_SWIZZLE_64B);
  for (int base = 0; base < 1024; base += 128) print(128, 128, base, CU_TENSOR_MAP_SWIZZLE_128B);
  std::printf("\n]}\n");
}
