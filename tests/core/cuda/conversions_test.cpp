// Floats to integers, as an H100 converts them with what nvcc 12 makes of the casts; and functions
// of small numbers.
#include <cmath>

#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::conversions) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::Kernel;

TEST_CASE("Casts of floats to integers: too large, below zero, NaN") {
  const std::vector<float> inputs = {NAN, 300.7f, 1e6f, -1.5f, 1e20f, -1e20f, -300.f, 70000.f};
  constexpr long long least = std::numeric_limits<long long>::min(),
                      most = std::numeric_limits<long long>::max(), bottom = -2147483648ll,
                      top = 2147483647;
  // Of each input: float to int, unsigned, long long, unsigned long long; the same of double; float
  // to signed char, unsigned char, short, unsigned short; half to int, short, long long.
  const std::vector<std::vector<long long>> recorded = {
      {0, 0, least, least, bottom, 2147483648ll, least, least, 0, 0, 0, 0, 0, 0, least},
      {300, 300, 300, 300, 300, 300, 300, 300, 44, 44, 300, 300, 300, 300, 300},
      {1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 64, 64, 16960, 16960,
       top, 32767, most},
      {-1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, -1, -1},
      {top, 4294967295ll, most, -1, top, 4294967295ll, most, -1, -1, 255, -1, 65535, top, 32767,
       most},
      {bottom, 0, least, 0, bottom, 0, least, 0, 0, 0, 0, 0, bottom, -32768, least},
      {-300, 0, -300, 0, -300, 0, -300, 0, -44, 0, -300, 0, -300, -300, -300},
      {70000, 70000, 70000, 70000, 70000, 70000, 70000, 70000, 112, 112, 4464, 4464, top, 32767,
       most}};
  std::vector<float> in = inputs;
  std::vector<long long> out(inputs.size() * 15);
  CHECK(Kernel("#include <cuda_fp16.h>\n__global__ void k(const float* in, long long* out) {\n"
               "  float x = in[threadIdx.x]; double y = x; __half h = __float2half(x);\n"
               "  long long* p = out + 15 * threadIdx.x;\n"
               "  p[0] = (int)x; p[1] = (unsigned)x; p[2] = (long long)x;\n"
               "  p[3] = (unsigned long long)x; p[4] = (int)y; p[5] = (unsigned)y;\n"
               "  p[6] = (long long)y; p[7] = (unsigned long long)y; p[8] = (signed char)x;\n"
               "  p[9] = (unsigned char)x; p[10] = (short)x; p[11] = (unsigned short)x;\n"
               "  p[12] = __half2int_rz(h); p[13] = (short)h; p[14] = __half2ll_rz(h);\n}")
            .array(in)
            .array(out)
            .run({1, 8}) == "");
  for (std::size_t i = 0; i < recorded.size(); ++i)
    for (std::size_t k = 0; k < 15; ++k) {
      CAPTURE(i);
      CAPTURE(k);
      CHECK(out[15 * i + k] == recorded[i][k]);
    }
}

TEST_CASE("Comparisons of halves: with NaN, and two at once") {
  check_left(
      "#include <cuda_fp16.h>\n",
      "__half n = __float2half(nanf(\"\")), a = __float2half(1.0f), b = __float2half(2.0f);\n"
      "o[0] = __hne(n, n) * 1000 + __hneu(n, n) * 100 + (n != n) * 10 + __hequ(n, a);\n"
      "o[1] = __hlt(a, b) * 100 + __hltu(b, a) * 10 + __hltu(b, n);\n"
      "__half2 p = __halves2half2(a, b), q = __halves2half2(a, a);\n"
      "o[2] = __hbeq2(p, q) * 10 + __hbge2(p, q); __half2 r = __hgt2(p, q);\n"
      "o[3] = (int)(__low2float(r) * 10 + __high2float(r));",
      {111, 101, 1, 1});
}

TEST_CASE("Clamped halves, and words of small integers") {
  check_file("conversions/clamped_halves.cu");
}

TEST_CASE("A product and a sum rounded in one direction: exact ones stay") {
  std::vector<double> v = {
      0.0, 1.5, -1.632669249929593e-230, 1.969765048761199e+290, -0.0, 92.25363793185954};
  std::vector<double> out(4);
  CHECK(Kernel("__global__ void k(const double* v, double* o) { o[0] = __fma_rd(v[0], v[1], v[2]);"
               "o[1] = __fma_ru(v[3], v[4], v[5]); o[2] = __fma_rz(v[0], v[1], v[2]);"
               "o[3] = __fma_rd(v[1], v[1], v[2]); }")
            .array(v)
            .array(out)
            .run({1, 1}) == "");
  CHECK(out == std::vector<double>{v[2], v[5], v[2], std::nextafter(2.25, 0)});
}

TEST_CASE("Constants and functions of bfloat16") {
  // Rounded once: through float it would be a tie.
  check_left("#include <cuda_bf16.h>\n#include <math_constants.h>\n",
             "o[0] = __bfloat16_as_ushort(__double2bfloat16(1.0039062500001)); __nv_bfloat162 v = "
             "__floats2bfloat162_rn(1, 2); o[1] = (float)__low2bfloat162(v).y * 10 + "
             "(float)__high2bfloat162(v).x; v = __lowhigh2highlow(v); o[2] = (float)v.x * 10 + "
             "(float)__lows2bfloat162(v, v).y; o[3] = (float)CUDART_ONE_FP16 + "
             "(float)CUDART_ZERO_FP16;\n",
             {16257, 12, 22, 1});
}

}  // TESTS_OF(core::cuda::conversions)
