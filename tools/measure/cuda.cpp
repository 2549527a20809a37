// How many operations of lanes a second the machine of CUDA kernels runs, on one core, and how many
// the same product does as plain C++: that is counted in the kernel's operations, so that the two
// can be compared.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "tools/measure/rate.hpp"

namespace loom {
namespace {

constexpr int size = 256, tile = 16;

constexpr const char* source = R"(
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
})";

template <class T>
T accepted(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "refused: %s\n", result.error().message.c_str());
  std::exit(1);
}

cuda::Outcome interpreted(const cuda::Code& code) {
  cuda::Launch launch;
  launch.grid = {size / tile, size / tile, 1};
  launch.block = {tile, tile, 1};
  cuda::Argument matrix;
  matrix.pointer = true;
  matrix.bytes.assign(std::size_t{size} * size * sizeof(float), 0);
  launch.arguments = {matrix, matrix, matrix, {}};
  launch.arguments[3].scalars = {size};
  cuda::Outcome out = accepted(cuda::run(code, launch));
  if (!out.findings.empty()) std::exit(1);
  return out;
}

float plain(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c) {
  for (int top = 0; top < size; top += tile)
    for (int left = 0; left < size; left += tile)
      for (int row = top; row < top + tile; ++row)
        for (int column = left; column < left + tile; ++column) {
          float sum = 0;
          for (int k = 0; k < size; ++k)
            sum += a[static_cast<std::size_t>(row * size + k)] *
                   b[static_cast<std::size_t>(k * size + column)];
          c[static_cast<std::size_t>(row * size + column)] = sum;
        }
  return c[0];
}

void measure_all() {
  const cuda::Code code = accepted(cuda::compile(source, {"product", true}));
  const std::int64_t operations = interpreted(code).lane_operations;
  measure::rate("a 256 x 256 product in tiles, as a kernel", "lane-operations", operations,
                [&] { return static_cast<std::int64_t>(interpreted(code).steps); });
  const std::vector<float> a(std::size_t{size} * size, 1), b = a;
  std::vector<float> c = a;
  measure::rate("the same product as plain C++", "lane-operations", operations,
                [&] { return static_cast<std::int64_t>(plain(a, b, c)); });
}

}  // namespace
}  // namespace loom

int main(int count, char** arguments) {
  loom::measure::take_options(count, arguments);
  loom::measure_all();
}
