// Conversions that say how they round, against what the direction means; and functions that give
// two values.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::rounding) {

using loom::tests::cuda::Kernel;

namespace {

// Whether `made` is the last number of its type that is not beyond `exact`, or the nearest.
template <class T>
bool is_rounded(T made, long double exact, char way) {
  const auto value = static_cast<long double>(made);
  const T up = std::nextafter(made, std::numeric_limits<T>::infinity()),
          down = std::nextafter(made, -std::numeric_limits<T>::infinity());
  if (way == 'n' && std::isinf(made)) return std::fabs(exact) > std::numeric_limits<T>::max();
  if (way == 'z') way = exact > 0 ? 'd' : 'u';
  if (way == 'd') return value <= exact && (static_cast<long double>(up) > exact || up == made);
  if (way == 'u') return value >= exact && (static_cast<long double>(down) < exact || down == made);
  const long double off = std::fabs(value - exact);
  return off <= std::fabs(static_cast<long double>(up) - exact) &&
         off <= std::fabs(static_cast<long double>(down) - exact);
}

std::string kernel(const std::string& from, const std::string& to, const std::string& function) {
  return "__global__ void k(const " + from + "* in, " + to + "* out, int n) {\n" +
         "  if (threadIdx.x < n) out[threadIdx.x] = " + function + "(in[threadIdx.x]);\n}";
}

template <class From, class To>
void check(const std::vector<From>& in, const std::string& from, const std::string& to,
           const std::string& short_from, const std::string& short_to) {
  for (const char way : {'n', 'z', 'd', 'u'}) {
    std::vector<From> values = in;
    std::vector<To> out(in.size());
    const std::string name = "__" + short_from + "2" + short_to + "_r" + way;
    CHECK(Kernel(kernel(from, to, name))
              .array(values)
              .array(out)
              .number(static_cast<int>(in.size()))
              .run({1, 64}) == "");
    for (std::size_t i = 0; i < in.size(); ++i)
      CHECK_MESSAGE(is_rounded(out[i], static_cast<long double>(in[i]), way),
                    name << "(" << in[i] << ") is " << out[i]);
  }
}

template <class From, class To>
void check_whole(const std::vector<From>& in, const std::string& from, const std::string& to,
                 const std::string& short_from, const std::string& short_to) {
  for (const char way : {'n', 'z', 'd', 'u'}) {
    std::vector<From> values = in;
    std::vector<To> out(in.size());
    const std::string name = "__" + short_from + "2" + short_to + "_r" + way;
    CHECK(Kernel(kernel(from, to, name))
              .array(values)
              .array(out)
              .number(static_cast<int>(in.size()))
              .run({1, 64}) == "");
    for (std::size_t i = 0; i < in.size(); ++i) {
      const From whole = way == 'n'   ? std::nearbyint(in[i])
                         : way == 'z' ? std::trunc(in[i])
                         : way == 'd' ? std::floor(in[i])
                                      : std::ceil(in[i]);
      const auto least = static_cast<long double>(std::numeric_limits<To>::min()),
                 most = static_cast<long double>(std::numeric_limits<To>::max()),
                 wanted = std::fmin(std::fmax(static_cast<long double>(whole), least), most);
      CHECK_MESSAGE(static_cast<long double>(out[i]) == wanted,
                    name << "(" << in[i] << ") is " << out[i]);
    }
  }
}

}  // namespace

TEST_CASE("Integers become floats in the direction that the name says") {
  std::vector<std::int32_t> ints = {0,        1,         -1,        16777217, -16777217,
                                    33554435, -33554437, INT32_MAX, INT32_MIN};
  check<std::int32_t, float>(ints, "int", "float", "int", "float");
  check<std::uint32_t, float>({0, 16777219, 4294967295u, 4294967167u}, "unsigned", "float", "uint",
                              "float");
  std::vector<std::int64_t> longs = {0,
                                     3,
                                     -3,
                                     INT64_MAX,
                                     INT64_MIN,
                                     INT64_MIN + 1,
                                     9007199254740993,
                                     -9007199254740993,
                                     36028797018963969,
                                     -1152921504606846977};
  check<std::int64_t, float>(longs, "long long", "float", "ll", "float");
  check<std::int64_t, double>(longs, "long long", "double", "ll", "double");
  const std::vector<std::uint64_t> more = {0,          UINT64_MAX,       UINT64_MAX - 1,
                                           1ull << 63, (1ull << 63) + 1, 9007199254740995};
  check<std::uint64_t, float>(more, "unsigned long long", "float", "ull", "float");
  check<std::uint64_t, double>(more, "unsigned long long", "double", "ull", "double");
}

TEST_CASE("Floats become narrower floats and integers in the direction that the name says") {
  const std::vector<double> wide = {0.1, -0.1,   1e-50, -1e-50, 1e300, -1e300,
                                    1.0, 3.4e38, 2.5,   -2.5,   1e-40};
  check<double, float>(wide, "double", "float", "double", "float");
  const std::vector<double> doubles = {0.5, 1.5,  -0.5, -1.5, 2.4999, -7.75,
                                       3e9, -3e9, 5e18, 1e19, -1e19,  2e19};
  check_whole<double, std::int32_t>(doubles, "double", "int", "double", "int");
  check_whole<double, std::uint32_t>(doubles, "double", "unsigned", "double", "uint");
  check_whole<double, std::int64_t>(doubles, "double", "long long", "double", "ll");
  check_whole<double, std::uint64_t>(doubles, "double", "unsigned long long", "double", "ull");
  const std::vector<float> floats = {0.5f, 1.5f, -0.5f, -1.5f, 2.25f, -7.75f, 3e9f, -3e9f, 1e19f};
  check_whole<float, std::int32_t>(floats, "float", "int", "float", "int");
  check_whole<float, std::uint32_t>(floats, "float", "unsigned", "float", "uint");
  check_whole<float, std::int64_t>(floats, "float", "long long", "float", "ll");
  check_whole<float, std::uint64_t>(floats, "float", "unsigned long long", "float", "ull");
}

TEST_CASE("Halves are rounded in the direction that the name says") {
  std::vector<float> out(8);
  CHECK(
      Kernel("__global__ void k(float* o) {\n"
             "  o[0] = __half2float(__float2half_rz(1.0009f));\n"  // between 1 and 1 + 2^-10
             "  o[1] = __half2float(__float2half_ru(1.0009f));\n"
             "  o[2] = __half2float(__int2half_rd(-2049));\n"  // between −2050 and −2048
             "  o[3] = __half2float(__ll2half_rz(-2049));\n"
             "  o[4] = __bfloat162float(__float2bfloat16_rd(1.0f / 3));\n"
             "  o[5] = __half2int_ru(__float2half(2.25f)) + "
             "__bfloat162int_rd(__float2bfloat16(-2.25f));\n"
             "  o[6] = __half2float(__float2half_rz(1e6f));\n"
             "  o[7] = __half2short_rn(__float2half(3.5f)) + __half2float(__ushort2half_rn(7));\n}")
          .array(out)
          .run({1, 1}) == "");
  CHECK(out == std::vector<float>{1.0f, 1.0f + 0x1p-10f, -2050, -2048, 0.33203125f, 0, 65504, 11});
  CHECK(Kernel(kernel("int", "double", "__int2double_rz")).run({1, 1}).find("nothing is called") !=
        std::string::npos);
}

TEST_CASE("Sums and products that are nothing, or nearly so, are rounded as the name says") {
  // 0 − 0, and x − x, are −0 only downwards; what is lost below the least number still counts.
  std::vector<double> in = {0.0, 2.5, 1e-200, 0x1p-1074, HUGE_VAL}, out(12);
  CHECK(Kernel("__global__ void k(const double* a, double* o) {\n"
               "  o[0] = __dsub_rd(a[0], a[0]); o[1] = __dsub_ru(a[1], a[1]);\n"
               "  o[2] = __dadd_rd(a[1], -a[1]); o[3] = __dadd_rd(a[0], a[0]);\n"
               "  o[4] = __dmul_ru(a[2], a[2]); o[5] = __dmul_rd(a[2], -a[2]);\n"
               "  o[6] = __dmul_rd(a[2], a[2]); o[7] = __ddiv_ru(a[3], a[1]);\n"
               "  o[8] = __ddiv_rd(a[3], a[1]); o[9] = __fma_rd(a[1], a[1], -6.25);\n"
               "  o[10] = __ddiv_ru(a[1], a[4]); o[11] = __ddiv_rd(-a[1], a[4]);\n}")
            .array(in)
            .array(out)
            .run({1, 1}) == "");
  const double least = 0x1p-1074;
  const std::vector<double> expected = {-0.0, 0,     -0.0, 0,    least, -least,
                                        0,    least, 0,    -0.0, 0,     -0.0};
  for (std::size_t i = 0; i < out.size(); ++i) {
    CAPTURE(i);
    CHECK(out[i] == expected[i]);
    CHECK(std::signbit(out[i]) == std::signbit(expected[i]));
  }
}

// Products and sums below the smallest normal number, as an H200 has them.
TEST_CASE("A fused product and sum is rounded as the name says where it is nearly nothing") {
  const double cases[][7] = {
      // x, y, z, then down, up, to zero, to nearest
      {1e-160, 1e-160, 0, 0x7e8p-1074, 0x7e9p-1074, 0x7e8p-1074, 0x7e8p-1074},
      {1e-160, -1e-160, 3e-320, 0xfcfp-1074, 0xfdp-1070, 0xfcfp-1074, 0xfdp-1070},
      {1.5e-200, 1e-120, -5e-324, 0xbdbp-1074, 0xbdcp-1074, 0xbdbp-1074, 0xbdbp-1074},
      {1e-308, 0.3, 1e-320, 0x22840573b00f3p-1074, 0x22840573b00f4p-1074, 0x22840573b00f3p-1074,
       0x22840573b00f4p-1074},
      {3, 7, -21, -0.0, 0, 0, 0},
      {1, 1, 0x1p-1074, 1, 0x1.0000000000001p0, 1, 1},
      {-0x1p-600, 0x1p-600, 1, 0x1.fffffffffffffp-1, 1, 0x1.fffffffffffffp-1, 1}};
  for (const auto& each : cases) {
    std::vector<double> in(each, each + 3), out(4);
    CHECK(Kernel("__global__ void k(const double* i, double* o) { o[0] = __fma_rd(i[0], i[1], "
                 "i[2]);\n  o[1] = __fma_ru(i[0], i[1], i[2]); o[2] = __fma_rz(i[0], i[1], i[2]); "
                 "o[3] = __fma_rn(i[0], i[1], i[2]); }")
              .array(in)
              .array(out)
              .run({1, 1}) == "");
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK_MESSAGE(out[i] == each[3 + i], each[0] << " × " << each[1] << " + " << each[2]);
      CHECK(std::signbit(out[i]) == std::signbit(each[3 + i]));
    }
  }
}

TEST_CASE("Averages, and functions that give two values") {
  std::vector<int> whole(6);
  std::vector<float> real(8);
  CHECK(
      Kernel(
          "__global__ void k(int* i, float* f) {\n"
          "  i[0] = __hadd(-3, 0); i[1] = __rhadd(-3, 0); i[2] = __hadd(2147483647, 2147483645);\n"
          "  i[3] = __uhadd(4294967295u, 4294967293u) == 4294967294u;\n"
          "  i[4] = __urhadd(4294967295u, 4294967294u) == 4294967295u;\n"
          "  int e; f[0] = frexpf(-40.0f, &e); i[5] = e;\n"
          "  double d; f[1] = modf(-2.75, &d); f[2] = d;\n"
          "  float w; f[3] = modff(-INFINITY, &w); f[4] = w;\n"
          "  f[5] = ldexpf(0.75f, -3) + scalbnf(1.0f, 4) + scalblnf(1.0f, 1000000000000);\n"
          "  f[6] = frexp(0.0, &e) + e; f[7] = lrintf(2.5f) + llroundf(2.5f) + lround(-0.5);\n}")
          .array(whole)
          .array(real)
          .run({1, 1}) == "");
  CHECK(whole == std::vector<int>{-2, -1, 2147483646, 1, 1, 6});
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(real == std::vector<float>{-0.625f, -0.75f, -2, 0, -infinity, infinity, 0, 4});
  CHECK(std::signbit(real[3]));
}

}  // TESTS_OF(core::cuda::rounding)
