// Question: does the transpose that the page reads line by line compile with CuTe and give the
// right
//           answer, and what do the rows of its tile in shared memory cost: plain, padded,
//           swizzled?
// Method:   the region between [snippet: NAME] and [end] transposes a matrix of 8192 x 8192 floats
//           with each layout of the tile, is checked on the host, and timed (median between
//           events).
// Output:   JSON: tiles [{layout, bytes of shared memory, ms, gb_per_s}].
// Needs:    the headers of CUTLASS 4: CUTLASS=folder tools/probes/run cute
#include <cute/tensor.hpp>

#include "common.cuh"

// [snippet: cute transpose]
using namespace cute;
template <class Tile>  // how the 32 x 32 elements lie in shared memory
__global__ void transpose(const float* in, float* out, int n) {
  auto a = make_tensor(make_gmem_ptr(in), make_layout(make_shape(n, n), make_stride(n, _1{})));
  auto b = make_tensor(make_gmem_ptr(out), make_layout(make_shape(n, n), make_stride(_1{}, n)));
  auto from = local_tile(a, Shape<_32, _32>{}, make_coord(blockIdx.x, blockIdx.y));
  auto to = local_tile(b, Shape<_32, _32>{}, make_coord(blockIdx.x, blockIdx.y));
  __shared__ float memory[cosize_v<Tile>];
  auto tile = make_tensor(make_smem_ptr(memory), Tile{});
  Layout<Shape<_8, _32>, Stride<_32, _1>> rows;     // a warp takes a row…
  Layout<Shape<_32, _8>, Stride<_1, _32>> columns;  // …or a column
  copy(local_partition(from, rows, threadIdx.x), local_partition(tile, rows, threadIdx.x));
  __syncthreads();
  copy(local_partition(tile, columns, threadIdx.x), local_partition(to, columns, threadIdx.x));
}
// [end]

constexpr int kSide = 8192, kCount = kSide * kSide;

template <class Tile>
void measure(const char* name, const std::vector<float>& host, const float* in, float* out,
             bool last) {
  const auto launch = [&] {
    transpose<Tile><<<dim3(kSide / 32, kSide / 32), 256>>>(in, out, kSide);
  };
  CHECK(cudaMemset(out, 0, sizeof(float) * kCount));
  const float ms = median_ms(launch, 21, 3);
  std::vector<float> seen(kCount);
  CHECK(cudaMemcpy(seen.data(), out, sizeof(float) * kCount, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) REQUIRE(seen[i] == host[i % kSide * kSide + i / kSide], name);
  std::printf("{\"layout\":\"%s\",\"bytes\":%d,\"ms\":%.4f,\"gb_per_s\":%.1f}%s\n", name,
              4 * int(cosize_v<Tile>), ms, 8.0 * kCount / ms / 1e6, last ? "" : ",");
}

int main() {
  std::vector<float> host(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>((i * 2654435761u) >> 8);
  float *in, *out;
  CHECK(cudaMalloc(&in, sizeof(float) * kCount));
  CHECK(cudaMalloc(&out, sizeof(float) * kCount));
  CHECK(cudaMemcpy(in, host.data(), sizeof(float) * kCount, cudaMemcpyHostToDevice));
  using Plain = Layout<Shape<_32, _32>, Stride<_32, _1>>;
  using Padded = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>;
  using Swizzled = decltype(composition(Swizzle<5, 0, 5>{}, Plain{}));
  std::printf("{\"tiles\":[\n");
  measure<Plain>("(32,32):(32,1)", host, in, out, false);
  measure<Padded>("(32,32):(33,1)", host, in, out, false);
  measure<Swizzled>("Sw<5,0,5> o 0 o (32,32):(32,1)", host, in, out, true);
  std::printf("]}\n");
}
