// Whole kernels, from their text to what they leave in memory, against the same computed in plain
// C++.
#include "tests/core/cuda/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

TESTS_OF(core::cuda::kernels) {

using loom::tests::cuda::Kernel;

namespace {

std::vector<float> numbers(int count, int factor = 7) {
  std::vector<float> made(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    made[static_cast<std::size_t>(i)] = static_cast<float>((i * factor) % 23 - 11) / 4;
  return made;
}

}  // namespace

TEST_CASE("saxpy") {
  std::vector<float> x = numbers(1000), y = numbers(1000, 5), wanted = y;
  for (std::size_t i = 0; i < 1000; ++i) wanted[i] = 2.5f * x[i] + y[i];
  CHECK(Kernel("__global__ void saxpy(int n, float a, const float* __restrict__ x, float* y) {\n"
               "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
               "blockDim.x) y[i] = a * x[i] + y[i];\n}")
            .number(1000)
            .real(2.5f)
            .array(x)
            .array(y)
            .run({3, 128}) == "");
  CHECK(y == wanted);
}

TEST_CASE("A product of matrices in tiles") {
  constexpr int n = 48;
  std::vector<float> a = numbers(n * n), b = numbers(n * n, 3), c(n * n), wanted(n * n);
  for (int r = 0; r < n; ++r)
    for (int q = 0; q < n; ++q) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[static_cast<std::size_t>(r * n + k)] * b[static_cast<std::size_t>(k * n + q)];
      wanted[static_cast<std::size_t>(r * n + q)] = sum;
    }
  CHECK(
      Kernel("#define TILE 16\n"
             "__global__ void matmul(const float* A, const float* B, float* C, int N) {\n"
             "  __shared__ float As[TILE][TILE], Bs[TILE][TILE];\n"
             "  const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + "
             "threadIdx.x;\n"
             "  float sum = 0.0f;\n"
             "  for (int t = 0; t < N / TILE; ++t) {\n"
             "    As[threadIdx.y][threadIdx.x] = A[row * N + t * TILE + threadIdx.x];\n"
             "    Bs[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * N + col];\n"
             "    __syncthreads();\n"
             "#pragma unroll\n"
             "    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];\n"
             "    __syncthreads();\n"
             "  }\n"
             "  C[row * N + col] = sum;\n}")
          .array(a)
          .array(b)
          .array(c)
          .number(n)
          .run({3, 16, 3, 16}) == "");
  CHECK(c == wanted);
}

TEST_CASE("A sum with shared memory and shuffles, as a template") {
  std::vector<int> in(1024), out(4);
  std::iota(in.begin(), in.end(), -100);
  CHECK(Kernel("template <typename T> __device__ __forceinline__ T warpSum(T v) {\n"
               "  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, "
               "d);\n  return v;\n}\n"
               "template <typename T, int THREADS> __global__ void sum(const T* in, T* out) {\n"
               "  __shared__ T parts[THREADS / 32];\n"
               "  T v = warpSum<T>(in[blockIdx.x * THREADS + threadIdx.x]);\n"
               "  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;\n"
               "  __syncthreads();\n"
               "  if (threadIdx.x < 32) {\n"
               "    v = threadIdx.x < THREADS / 32 ? parts[threadIdx.x] : T(0);\n"
               "    v = warpSum(v);\n"
               "    if (threadIdx.x == 0) out[blockIdx.x] = v;\n  }\n}",
               "sum<int, 256>")
            .array(in)
            .array(out)
            .run({4, 256}) == "");
  for (int b = 0; b < 4; ++b)
    CHECK(out[static_cast<std::size_t>(b)] ==
          std::accumulate(in.begin() + b * 256, in.begin() + (b + 1) * 256, 0));
}

TEST_CASE("Transpose through a padded tile, with float4 rows") {
  std::vector<float> in = numbers(64 * 32), out(64 * 32), copy(64 * 32);
  CHECK(Kernel("__global__ void transpose(const float* in, float* out, int w, int h) {\n"
               "  __shared__ float tile[32][33];\n"
               "  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;\n"
               "  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) "
               "* w + x];\n"
               "  __syncthreads();\n"
               "  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;\n"
               "  for (int j = 0; j < 32; j += 8) out[(y + j) * h + x] = "
               "tile[threadIdx.x][threadIdx.y + j];\n}")
            .array(in)
            .array(out)
            .number(64)
            .number(32)
            .run({2, 32, 1, 8}) == "");
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 64; ++x)
      CHECK(out[static_cast<std::size_t>(x * 32 + y)] == in[static_cast<std::size_t>(y * 64 + x)]);
  CHECK(Kernel("__global__ void copy(float* in, float* out) { int i = threadIdx.x;\n"
               "  reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i]; }")
            .array(in)
            .array(copy)
            .run({1, 512}) == "");
  CHECK(copy == in);
}

TEST_CASE("An inclusive scan in shared memory of dynamic size") {
  std::vector<int> values(128, 3), out(128);
  values[5] = -40;
  CHECK(Kernel("__global__ void scan(const int* in, int* out, int n) {\n"
               "  extern __shared__ int buffer[];\n  int* from = buffer; int* to = buffer + n;\n"
               "  const int t = threadIdx.x;\n  from[t] = in[t];\n  __syncthreads();\n"
               "  for (int d = 1; d < n; d <<= 1) {\n"
               "    to[t] = t >= d ? from[t] + from[t - d] : from[t];\n    __syncthreads();\n"
               "    int* swap = from; from = to; to = swap;\n  }\n  out[t] = from[t];\n}")
            .array(values)
            .array(out)
            .number(128)
            .run({1, 128, 1, 1, 1024}) == "");
  std::partial_sum(values.begin(), values.end(), values.begin());
  CHECK(out == values);
}

TEST_CASE("A histogram with atomics in shared and global memory") {
  std::vector<unsigned char> text(2000);
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<unsigned char>(i * i % 251);
  std::vector<unsigned> bins(256), wanted(256);
  for (unsigned char each : text) ++wanted[each];
  CHECK(Kernel("__global__ void histogram(const unsigned char* text, int n, unsigned* bins) {\n"
               "  __shared__ unsigned own[256];\n  own[threadIdx.x] = 0;\n  __syncthreads();\n"
               "  int i = threadIdx.x + blockIdx.x * blockDim.x;\n"
               "  while (i < n) { atomicAdd(&own[text[i]], 1); i += blockDim.x * gridDim.x; }\n"
               "  __syncthreads();\n  atomicAdd(bins + threadIdx.x, own[threadIdx.x]);\n}")
            .array(text)
            .number(2000)
            .array(bins)
            .run({2, 256}) == "");
  CHECK(bins == wanted);
}

TEST_CASE("Softmax of rows, a warp each, with cooperative groups") {
  std::vector<float> in = numbers(8 * 100), out(800);
  CHECK(Kernel("#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace "
               "cg = cooperative_groups;\n"
               "__global__ void softmax(const float* in, float* out, int rows, int width) {\n"
               "  cg::thread_block block = cg::this_thread_block();\n"
               "  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);\n"
               "  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();\n"
               "  if (row >= rows) return;\n  const float* x = in + row * width;\n  float most = "
               "-INFINITY;\n"
               "  for (int i = warp.thread_rank(); i < width; i += warp.size()) most = fmaxf(most, "
               "x[i]);\n"
               "  most = cg::reduce(warp, most, cg::greater<float>{});\n  float sum = 0;\n"
               "  for (int i = warp.thread_rank(); i < width; i += 32) sum += expf(x[i] - most);\n"
               "  sum = cg::reduce(warp, sum, cg::plus<float>());\n"
               "  for (int i = warp.thread_rank(); i < width; i += 32) out[row * width + i] = "
               "expf(x[i] - most) / sum;\n}")
            .array(in)
            .array(out)
            .number(8)
            .number(100)
            .run({2, 128}) == "");
  for (std::size_t r = 0; r < 8; ++r) {
    double sum = 0;
    const float most = *std::max_element(in.begin() + static_cast<long>(r * 100),
                                         in.begin() + static_cast<long>(r * 100 + 100));
    for (std::size_t i = 0; i < 100; ++i)
      sum += std::exp(static_cast<double>(in[r * 100 + i] - most));
    for (std::size_t i = 0; i < 100; ++i)
      CHECK(std::abs(out[r * 100 + i] -
                     std::exp(static_cast<double>(in[r * 100 + i] - most)) / sum) < 1e-6);
  }
}

TEST_CASE("Structures, lambdas, operators, switch and local arrays") {
  std::vector<float> out(64);
  CHECK(Kernel("struct Complex {\n  float re, im;\n  __device__ Complex(float r, float i = 0) : "
               "re(r), im(i) {}\n"
               "  __device__ Complex operator*(const Complex& o) const { return Complex(re * o.re "
               "- im * o.im, re * o.im + im * o.re); }\n"
               "  __device__ float norm() const { return re * re + im * im; }\n};\n"
               "enum class Mode { twice, square, other };\n"
               "__device__ int apply(Mode m, int x) {\n  switch (m) {\n    case Mode::twice: "
               "return 2 * x;\n"
               "    case Mode::square: x *= x;\n    default: return x + 1;\n  }\n}\n"
               "__global__ void k(float* out) {\n  const int t = threadIdx.x;\n"
               "  Complex c(t, 1); c = c * Complex{0.5f, float(t)};\n"
               "  float local[4] = {1, 2};\n  int i = 0;\n  do { local[i + 2] = local[i] * t; ++i; "
               "} while (i < 2);\n"
               "  auto add = [&](float x) mutable { local[0] += x; return local[0]; };\n  add(3);\n"
               "  float all = 0;\n  for (float x : local) { if (x > 1000) break; if (x < 0) "
               "continue; all += x; }\n"
               "  auto [a, b] = make_float2(all, c.norm());\n"
               "  out[t] = a + b + apply(static_cast<Mode>(t % 3), t);\n}")
            .array(out)
            .run({1, 64}) == "");
  for (int t = 0; t < 64; ++t) {
    const float x = static_cast<float>(t), re = x * 0.5f - 1 * x, im = x * x + 1 * 0.5f;
    const int mode = t % 3, y = mode == 0 ? 2 * t : mode == 1 ? t * t + 1 : t + 1;
    CHECK(out[static_cast<std::size_t>(t)] ==
          (4.0f + 2.0f + x + 2 * x) + (re * re + im * im) + static_cast<float>(y));
  }
}

TEST_CASE("Halves in pairs, and votes") {
  std::vector<float> out(32);
  std::vector<unsigned> masks(32);
  CHECK(Kernel(
            "#include <cuda_fp16.h>\n__global__ void k(float* out, unsigned* masks) {\n  int t = "
            "threadIdx.x;\n"
            "  __half2 v = __floats2half2_rn(t, 0.1f); v = __hfma2(v, v, __float2half2_rn(1.0f));\n"
            "  half h = __low2half(v) + __high2half(v);\n  out[t] = __half2float(h);\n"
            "  masks[t] = __ballot_sync(0xffffffffu, t % 3 == 0) + __popc(__activemask()) + "
            "(__any_sync(~0u, t == 5) ? 1000 : 0);\n}")
            .array(out)
            .array(masks)
            .run({1, 32}) == "");
  CHECK(out[0] == doctest::Approx(2.0099f).epsilon(0.001));
  CHECK(out[3] == 11.0078125f);  // 10 + 1.0099 in halves
  CHECK(masks[7] == 0x49249249u + 32 + 1000);
}

TEST_CASE("A grid-wide wait, and shuffles of a width that is known late") {
  std::vector<int> a(8, 1), out(8);
  CHECK(Kernel("#include <cooperative_groups.h>\n__global__ void k(int* a, int* out) {\n"
               "  auto grid = cooperative_groups::this_grid();\n  a[blockIdx.x] = blockIdx.x * "
               "10;\n  grid.sync();\n"
               "  out[blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x];\n}")
            .array(a)
            .array(out)
            .run({8, 1}) == "");
  CHECK(out == std::vector<int>{10, 20, 30, 40, 50, 60, 70, 0});
  std::vector<int> sums(32);
  CHECK(Kernel("__global__ void k(int* out, int width) {\n  int v = threadIdx.x;\n"
               "  for (int d = 1; d < width; d *= 2) { int o = __shfl_up_sync(~0u, v, d, width); "
               "if (threadIdx.x % width >= d) v += o; }\n"
               "  out[threadIdx.x] = v;\n}")
            .array(sums)
            .number(8)
            .run({1, 32}) == "");
  for (int i = 0, sum = 0; i < 32; ++i) {
    sum = i % 8 == 0 ? i : sum + i;
    CHECK(sums[static_cast<std::size_t>(i)] == sum);
  }
}

TEST_CASE("Functions that give references, and variables that they change") {
  std::vector<float> out(4);
  CHECK(
      Kernel("__device__ float& at(float4& v, int i) { return reinterpret_cast<float*>(&v)[i]; }\n"
             "__device__ int& larger(int* a, int* b) { if (*a > *b) return *a; return *b; }\n"
             "__global__ void k(float* out) {\n  float4 v = make_float4(1, 2, 3, 4);\n  for (int i "
             "= 0; i < 4; ++i) at(v, i) *= i;\n"
             "  int a[2] = {3, 5}; larger(&a[0], &a[1]) = 7; larger(&a[1], &a[0]) += 1;\n"
             "  out[0] = v.x + v.y; out[1] = v.z; out[2] = v.w; out[3] = a[0] * 10 + a[1]; }")
          .array(out)
          .run({1, 1}) == "");
  CHECK(out == std::vector<float>{2, 6, 12, 38});
}

TEST_CASE("A value that only the leader has, given to all lanes, is no finding") {
  std::vector<int> counter(1, 5), out(32);
  CHECK(
      Kernel(
          "__global__ void k(int* counter, int* out) {\n  int base;\n  if (threadIdx.x == 0) base "
          "= atomicAdd(counter, 32);\n"
          "  base = __shfl_sync(0xffffffff, base, 0);\n  out[threadIdx.x] = base + threadIdx.x;\n}")
          .array(counter)
          .array(out)
          .run({1, 32}) == "");
  CHECK((out[31] == 36 && counter[0] == 37));
}

TEST_CASE("A barrier waits for threads that have not returned; whoever passes by it is a mistake") {
  const std::string start =
      "__global__ void k(int* o, int n) { __shared__ int s[64]; int t = threadIdx.x;\n";
  const auto ran = [&](const std::string& body, int threads) {
    std::vector<int> o(64);
    return Kernel(start + body + " }").array(o).number(40).run({1, threads});
  };
  // Right, as synccheck says on an H200, within a warp and of whole warps.
  CHECK(ran("if (t >= n) return; s[t] = t; __syncthreads(); o[t] = s[n - 1 - t];", 64) == "");
  CHECK(ran("if (t >= 32) { o[t] = 1; return; } s[t] = t; __syncthreads(); o[t] = s[31 - t];",
            64) == "");
  const std::string wrong = ran("if (t < n) __syncthreads(); o[t] = t;", 64);
  CHECK(wrong.find("only 40 of the block's 64 threads reach the barrier") != std::string::npos);
  CHECK(ran("if (t < 32) { __syncthreads(); return; } o[t] = t;", 64) != "");
  CHECK(ran("if (t >= 48) return; if (t < n) __syncthreads(); o[t] = t;", 64) != "");
}

TEST_CASE("printf and assert") {
  std::vector<int> a(1);
  Kernel printing(
      "__global__ void k(int* a) { if (threadIdx.x == 2) printf(\"%d of %s: %.2f\\n\", "
      "threadIdx.x, \"three\", 0.5f); assert(a[0] == 0); }");
  CHECK(printing.array(a).run({1, 32}) == "");
  CHECK(printing.printed == "2 of three: 0.50\n");
  // What an H200 prints.
  Kernel formats(
      "__global__ void k(int* a) { int i = threadIdx.x + 3; assert(i > 0 && \"why\");\n"
      "  if (i % 3 == 0) printf(\"%d: %5.2f|%-6d|%06d|%x|%X|%o|%c|%s|%%|%e|%g|%G\\n\", i, i * "
      "1.5f, i, "
      "-i, i * 17, i * 255, i, 'a' + i, i > 3 ? \"big\" : \"small\", i * 1e5, i / 7.0, i * 1e-9);\n"
      "  if (i == 4) printf(\"%+d % d %#x %#o %.3s %10s|%-10s| %lld %llu %hd\\n\", 5, 6, 255, 8, "
      "\"abcdef\", \"right\", \"left\", 1LL << 40, ~0ull, (short)-3);\n"
      "  if (i == 5) printf(\"%f %F %a %5.0f %.10g inf %f nan %f %p\\n\", 3.25, -2.5, 1.0, 2.5, "
      "1.0 / 3, INFINITY, NAN, (void*)0);\n"
      "  if (i == 7) { a[0] = printf(\"%*d|\\n\", 8, 42); } }");
  CHECK(formats.array(a).run({1, 5}) == "");
  CHECK(formats.printed ==
        "3:  4.50|3     |-00003|33|2FD|3|d|small|%|3.000000e+05|0.428571|3E-09\n"
        "6:  9.00|6     |-00006|66|5FA|6|g|big|%|6.000000e+05|0.857143|6E-09\n"
        "+5  6 0xff 010 abc      right|left      | 1099511627776 18446744073709551615 -3\n"
        "3.250000 -2.500000 0x1p+0     2 0.3333333333 inf inf nan nan (nil)\n"
        "      42|\n");
  CHECK(a[0] == 2);
}

TEST_CASE("Integers wrap, shift and divide as on hardware") {
  std::vector<int> out(16);
  CHECK(Kernel("__global__ void k(int* o, int a, unsigned b, long long c) {\n"
               "  o[0] = a / 3; o[1] = a % 3; o[2] = (unsigned char)a; o[3] = (signed char)a; o[4] "
               "= a >> 2; o[5] = b >> 28;\n"
               "  o[6] = (int)(c >> 32); o[7] = __clz(b) + __ffs(b) * 100; o[8] = min(a, 5) + "
               "max(2, 3); o[9] = __mulhi(a, 1 << 20);\n"
               "  short s = a; s += 1; o[10] = s; unsigned char q = 250; q += 10; o[11] = q; o[12] "
               "= a < b; o[13] = (int)-2.7f;\n"
               "  int i = 3; o[14] = i++ + ++i; o[15] = !a ? 1 : (a, ~i); }")
            .array(out)
            .number(-100001)
            .scalar(0x80000010u)
            .scalar(0x500000001ull)
            .run({1, 1}) == "");
  const std::vector<int> wanted{
      -33333, -2, 95, 95, -25001, 8, 5, 500, -100001 + 3, -25, static_cast<short>(-100001 + 1),
      4,      0,  -2, 8,  -6};
  for (std::size_t i = 0; i < 16; ++i) {
    CAPTURE(i);
    CHECK(out[i] == wanted[i]);
  }
}

}  // TESTS_OF(core::cuda::kernels)
