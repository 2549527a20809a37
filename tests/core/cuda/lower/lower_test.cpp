// What kernels become: instructions, constants, errors with their places.
#include <string>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/lower/kernels.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::lower::lower) {

using namespace loom;
using namespace loom::cuda;

namespace {

std::string error(std::string_view source, std::string kernel = "") {
  const auto made = compile(source, {std::move(kernel), false});
  return made ? "" : made.error().message;
}

// The error of a kernel with this body: the body begins at 1:38.
std::string body_error(std::string_view body) {
  return error("__global__ void k(float* a, int n) { " + std::string(body) + " }");
}

std::string code(std::string_view source, bool fmad = false, std::string kernel = "") {
  const auto made = compile(source, {std::move(kernel), fmad});
  return made ? listing(*made) : made.error().message;
}

int count_of(const std::string& text, std::string_view part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// What a constant expression of C++ is, stored to out[0] of that type.
std::string constant(std::string_view type, std::string_view value, std::string_view before = "") {
  const auto made = compile(std::string(before) + "\n__global__ void k(" + std::string(type) +
                                "* out) { constexpr " + std::string(type) +
                                " v = " + std::string(value) + "; out[0] = v; }",
                            {});
  if (!made) return made.error().message;
  for (const Instruction& each : made->instructions)
    if (each.op == Op::store)
      for (const Instruction& other : made->instructions)
        if (other.op == Op::constant && other.result == each.b) return std::to_string(other.imm);
  return "not a constant:\n" + listing(*made);
}

}  // namespace

TEST_CASE("What could not be read is not used: its error is told where it is needed") {
  const std::string kernel = "\n__global__ void k(int* a) { ";
  CHECK(error("constexpr int c = f(3, ;4);" + kernel + "a[0] = c; }") ==
        "2:36: 'c' cannot be used: its declaration could not be read (1:24: expected a value, got "
        "';')");
  CHECK(error("enum E { x = *, y };" + kernel + "a[0] = x; }").starts_with("2:36: "));
  CHECK(error("enum class E { x = *, y };" + kernel + "a[0] = (int)E::x; }").starts_with("2:"));
  CHECK(error("struct S { int x = *; int y; };" + kernel + "S s; a[0] = s.x; }") ==
        "2:29: 'S' cannot be used: its declaration could not be read (1:21: expected a value, got "
        "';')");
}

TEST_CASE("A small kernel becomes a few instructions, each at its place") {
  CHECK(code("__global__ void twice(float* out, const float* in, int n) {\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "  if (i < n) out[i] = 2 * in[i];\n"
             "}\n") ==
        "0 [1:17] r12 = special block.x\n"
        "1 [1:17] r13 = special block_size.x\n"
        "2 [1:17] r14 = special thread.x\n"
        "3 [1:17] r15 = constant.i64 #4\n"
        "4 [1:17] r16 = constant.f32 #1073741824\n"
        "5 [2:22] r4 = mul.u32 r12 r13\n"
        "6 [2:35] r5 = add.u32 r4 r14\n"
        "7 [2:35] r3 = convert.i32.u32 r5\n"
        "8 [3:9] r7 = less.i32 r3 r2\n"
        "9 [3:3] branch_false r7 -> 15\n"
        "10 [3:17] r8 = fma.i64 r3 r15 r0\n"
        "11 [3:29] r9 = fma.i64 r3 r15 r1\n"
        "12 [3:29] r10 = load.f32 r9\n"
        "13 [3:25] r11 = mul.f32 r16 r10\n"
        "14 [3:21] store.f32 r8 r11\n"
        "15 [4:1] exit\n");
}

TEST_CASE("Parameters and variables say what they are") {
  const auto made = compile(
      "struct P { int a; float2 b; };\n__constant__ float w[2] = {1, 2.5f};\n"
      "__global__ void __launch_bounds__(256) k(const float4* in, P p, unsigned char c) {\n"
      "  __shared__ float t[8][4]; extern __shared__ int d[]; int f[3]; f[c] = p.a; t[c][0] = w[1] "
      "+ in[0].x + d[f[0]]; }",
      {});
  REQUIRE(made);
  REQUIRE(made->parameters.size() == 3);
  CHECK((made->parameters[0].pointer && made->parameters[0].read_only &&
         made->parameters[0].shape.name == "float4" && made->parameters[0].shape.size == 16));
  CHECK((!made->parameters[1].pointer && made->parameters[1].shape.scalars.size() == 3 &&
         made->parameters[1].shape.scalars[2].name == "b.y"));
  CHECK(made->parameters[1].shape.scalars[1].offset == 8);  // float2 has an alignment of 8
  CHECK(made->max_threads == 256);
  CHECK(made->shared_bytes == 128);
  CHECK(made->frame_bytes == 12);
  int found = 0;
  for (const Variable& each : made->variables) {
    if (each.name == "t")
      found += each.space == Space::shared && each.dimensions == std::vector<std::int64_t>{8, 4};
    if (each.name == "w")
      found += each.space == Space::constant &&
               each.initial == std::vector<std::uint8_t>{0, 0, 128, 63, 0, 0, 32, 64};
    if (each.name == "f") found += each.space == Space::local && each.bytes == 12;
    if (each.name == "d") found += each.space == Space::shared && each.bytes == 0;
  }
  CHECK(found == 4);
}

TEST_CASE("Constants are those of C++") {
  CHECK(constant("int", "7 / 2 * 3 % 5 - (1 << 4) + (5 > 3)") == "-11");
  CHECK(constant("long long", "1 << 31") == "-2147483648");
  CHECK(constant("unsigned int", "-1") == "4294967295");
  CHECK(constant("unsigned long long", "0xffffffffu + 1") == "0");
  CHECK(constant("int", "(unsigned char)300 + sizeof(float4) + 'a'") == "157");
  CHECK(constant("int", "(char)200") == "-56");
  CHECK(constant("int", "-1 < 1u") == "0");
  CHECK(constant("float", "1.0f / 4") == "1048576000");
  CHECK(constant("int", "N * sq(3)",
                 "constexpr int N = 4; __device__ constexpr int sq(int x) { return x * x; }") ==
        "36");
  CHECK(constant("int", "S<3>::value + E::b",
                 "template <int K> struct S { static constexpr int value = K + 1; }; enum class E "
                 "{ a, b = 7 };")
            .find("no operator '+'") != std::string::npos);
  CHECK(constant("int", "S<3>::value + b",
                 "template <int K> struct S { static constexpr int value = K + 1; }; enum E { a, b "
                 "= 7 };") == "11");
  CHECK(constant("int", "std::is_same_v<T, int> ? 1 : 2", "using T = int;") == "1");
  CHECK(
      constant("int", "log(1000) + pow3(2)",
               "constexpr int log(int n) { int k = 0; while (n > 1) { n /= 2; ++k; } return k; }\n"
               "constexpr int pow3(int n) { if (n > 1) return n * n * n; return 0; }") == "17");
  CHECK(constant("int", "INT_MAX") == "2147483647");
}

TEST_CASE("Vectors move in one access, plain structures in one for each part") {
  CHECK(count_of(code("__global__ void k(float4* a) { a[1] = a[0]; }"), "x4") == 2);
  CHECK(count_of(code("__global__ void k(float3* a) { a[1] = a[0]; }"), "load.f32") == 3);
  CHECK(count_of(code("struct P { float x, y; }; __global__ void k(P* a) { a[1] = a[0]; }"),
                 "load.f32 ") == 2);
  CHECK(count_of(
            code("struct __align__(8) P { float x, y; }; __global__ void k(P* a) { a[1] = a[0]; }"),
            "load.f32x2") == 1);
}

TEST_CASE("A product and a sum are rounded once where that is asked for") {
  const std::string_view source =
      "__global__ void k(float* a, float b, float c) { a[0] = a[1] * b + c; a[2] = b * c - a[3] * "
      "b; a[4] = (a[5] - b * c); }";
  CHECK(count_of(code(source), "fma.f32") == 0);
  CHECK(count_of(code(source, true), "fma.f32") == 3);
  CHECK(count_of(code(source, true), "mul.f32") == 1);
  CHECK(count_of(
            code("__global__ void k(float* a, float b) { a[0] = __fadd_rn(__fmul_rn(b, b), b); }",
                 true),
            "fma.f32") == 0);
}

TEST_CASE("Signed arithmetic of an index is checked, other arithmetic is not") {
  const std::string made =
      code("__global__ void k(float* a, int r, int n) { a[r * n + 1] = r * n; }");
  CHECK(count_of(made, ".checked") == 2);
  CHECK(count_of(made, "mul.i32 ") == 1);
}

TEST_CASE("A variable without a value is watched") {
  const std::string made =
      code("__global__ void k(int* a) { int x; if (a[0]) x = 1; a[1] = x; int y = 2; a[2] = y; }");
  CHECK(count_of(made, "undefine") == 1);
  CHECK(count_of(made, "use.") == 1);
}

TEST_CASE("Both sides of 'and' are computed at once where that has no effect") {
  CHECK(count_of(code("__global__ void k(int* a, int n, int m) { if (n > 1 && m < 2) a[0] = 1; }"),
                 "branch") == 1);
  CHECK(
      count_of(code("__global__ void k(int* a, int n, int m) { if (n > 1 && a[m] < 2) a[0] = 1; }"),
               "branch") == 2);
  CHECK(count_of(code("__global__ void k(int* a, int n) { a[0] = n > 0 ? n : -n; }"), "select") ==
        1);
}

TEST_CASE("Templates, lambdas, operators and structures are put in place") {
  CHECK(error("template <class T, int N> __device__ T sum(const T (&a)[N]) { T s = 0; for (T x : "
              "a) s += x; return s; }\n"
              "__global__ void k(float* o) { float a[4] = {1, 2}; o[0] = sum(a); }") == "");
  CHECK(error("template <typename F> __device__ void each(int n, F f) { for (int i = 0; i < n; "
              "++i) f(i); }\n"
              "__global__ void k(int* o, int n) { int s = 0; each(n, [&](int i) { s += i; }); o[0] "
              "= s; }") == "");
  CHECK(error("struct V { float x; __host__ __device__ V(float v = 0) : x(v) {} __device__ V "
              "operator+(const V& o) const { return V(x + o.x); } };\n"
              "__global__ void k(float* o) { V a(1), b{2}; V c = a + b; o[0] = c.x; }") == "");
  CHECK(error("template <typename T> __global__ void k(T* o) { if constexpr (sizeof(T) == 4) o[0] "
              "= 1; else o[0].x = 1; }",
              "k<int>") == "");
  CHECK(error("template <typename T> __global__ void k(T* o) { if constexpr (sizeof(T) == 4) o[0] "
              "= 1; else o[0].x = 1; }",
              "k<float2>") == "");
  CHECK(error("template <typename T> __global__ void k(T* o) {}") ==
        "1:39: the kernel 'k' is a template: name its arguments, as in k<float>");
}

TEST_CASE("Two kernels of one name") {
  const std::string_view twice =
      "__global__ void k(const int* p) {}\n__global__ void k(const int* p) {}\n";
  for (const char* name : {"", "k"})
    CHECK(error(twice, name) == "2:17: the kernel 'k' is defined twice, here and in line 1");
  const std::string_view overloads =
      "__global__ void k(int* p) {}\n__global__ void k(float* p) {}\n";
  for (const char* name : {"", "k"})
    CHECK(error(overloads, name) ==
          "1:1: 2 kernels are called 'k' (k, k), and 2 of them fit the arguments");
  CHECK(error("__global__ void k(X* p) {}\n__global__ void k(X* p) {}\n") != "");
}

TEST_CASE("A kernel is chosen by its name") {
  const std::string_view two =
      "__global__ void a(int* p) {}\n__global__ void b(int* p) {}\nint host() { return {}; }";
  CHECK(error(two) == "2:17: the source has 2 kernels (a, b), so one must be named");
  CHECK(error(two, "b") == "");
  CHECK(error(two, "kernel") == "1:1: the source has no kernel 'kernel'");
  CHECK(error(two, "host") == "3:5: 'host' is not a kernel: it is not declared __global__");
  CHECK(error("int x;") ==
        "1:1: the source has no kernel, expected a function declared __global__");
  CHECK(
      error(
          "int main() { std::vector<int> v(3); k<<<1, 2>>>(v); }\n__global__ void k(int* p) {}") ==
      "");
  const auto named = kernels_of(
      "template <typename T, int N> __global__ void a(T* p) {}\nextern \"C\" __global__ void b() "
      "{}");
  REQUIRE(named);
  REQUIRE(named->size() == 2);
  CHECK(((*named)[0].templates == std::vector<bool>{true, false} && (*named)[1].place.line == 2));
}

TEST_CASE("What is not C++ is refused at its place, with the nearest name") {
  CHECK(body_error("a[threadidx.x] = 1;") ==
        "1:40: nothing is called 'threadidx' here; did you mean 'threadIdx'?");
  CHECK(body_error("a[0] = 1") == "1:47: expected ';' after an expression, got '}'");
  CHECK(body_error("a = n;") == "1:40: cannot convert 'int' to 'float*'");
  CHECK(body_error("a.x = 1;") == "1:40: '.' needs a structure, got 'float*'; use '->'");
  CHECK(body_error("float4 v; a[0] = v.q;") == "1:57: 'float4' has no member 'q'");
  CHECK(body_error("const int c = n; c = 2;") ==
        "1:57: this is const and cannot be given another value");
  CHECK(body_error("n % 1.5f;") ==
        "1:40: the operator '%' takes integers, got 'int' and 'float'; use fmodf");
  CHECK(body_error("int b[n];") == "1:44: the size of an array must be a constant integer");
  CHECK(body_error("return 1;") == "1:38: a kernel gives nothing back; write 'return;'");
  CHECK(body_error("sqrtf(1, 2);") == "1:38: 'sqrtf' takes 1 value, got 2");
  CHECK(body_error("if (n) {") == "1:36: this bracket is not closed");
  CHECK(error("namespace a { extern \"C\" { __global__ void k() {} } }\n}") ==
        "2:1: unexpected '}'");
  CHECK(error("namespace a { __global__ void k() {}").find("expected '}' after a namespace") !=
        std::string::npos);
  CHECK(body_error("foo<int>(n);").find("1:38: nothing is called 'foo' here") == 0);
}

TEST_CASE("What is not simulated is refused by name, with a way around") {
  CHECK(body_error("long long t = clock64();") ==
        "1:52: clock64: time is not simulated; count sectors and wavefronts instead");
  CHECK(body_error("asm(\"x\");") ==
        "1:38: asm: inline PTX is not simulated; write the step in C++ or with an intrinsic");
  CHECK(body_error("goto x;") == "1:38: goto: goto is not taken; use a loop, break or return");
  CHECK(body_error("float* p = new float[3];") ==
        "1:49: new: memory cannot be allocated in a kernel here; pass an array as an argument");
  CHECK(body_error("k<<<1, 1>>>(a);") ==
        "1:39: kernels cannot launch kernels here; launch them from the host");
  CHECK(body_error("__shfl_down(n, 1);") ==
        "1:38: __shfl_down is gone since CUDA 9 for this chip; use __shfl_down_sync with a mask, "
        "such as 0xffffffff");
  CHECK(error("__global__ void k(cudaTextureObject_t t) {}") ==
        "1:19: cudaTextureObject_t: textures are not simulated; read the array through a pointer");
  CHECK(error("__device__ int f(int n) { return n ? f(n - 1) : 0; }\n__global__ void k(int* a) { "
              "a[0] = f(a[1]); }") ==
        "1:38: 'f' calls itself; functions are put in place of their calls, so recursion is not "
        "taken: use a loop");
  CHECK(error("int f(int n) { return n; }\n__global__ void k(int* a) { a[0] = f(1); }") ==
        "2:36: 'f' is a function of the host; declare it __device__");
}

TEST_CASE("Sources without an end or a bottom are refused") {
  CHECK(body_error("n = " + std::string(100000, '(')).find("not closed") != std::string::npos);
  CHECK(body_error("n = " + std::string(100000, '(') + "1" + std::string(100000, ')') + ";")
            .find("nested too deeply") != std::string::npos);
  std::string chain = "n = 1";
  for (int i = 0; i < 100000; ++i) chain += "+1";
  CHECK(body_error(chain + ";").find("too many parts") != std::string::npos);
  std::string blocks;
  for (int i = 0; i < 50000; ++i) blocks += "{";
  CHECK(body_error(blocks + std::string(50000, '}')).find("nested too deeply") !=
        std::string::npos);
  CHECK(error("template <int N> __device__ int f() { return f<N + 1>(); }\n__global__ void k(int* "
              "a) { a[0] = f<0>(); }")
            .find("nested too deeply") != std::string::npos);
  CHECK(
      error("template <int N> struct S { S<N + 1> next; };\n__global__ void k(int* a) { S<0> s; }")
          .find("too deeply") != std::string::npos);
  CHECK(
      error(
          "#define A(x) f(x); f(x); f(x); f(x); f(x); f(x); f(x); f(x);\n__device__ void g(int* a) "
          "{ a[0]++; }\n"
          "__device__ void f3(int* a) { g(a); g(a); g(a); g(a); g(a); g(a); g(a); g(a); }\n"
          "__device__ void f2(int* a) { f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); }\n"
          "__device__ void f1(int* a) { f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); }\n"
          "__device__ void f0(int* a) { f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); }\n"
          "__device__ void e(int* a) { f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); }\n"
          "__global__ void k(int* a) { e(a); e(a); e(a); e(a); e(a); e(a); e(a); e(a); }")
          .find("the code becomes too long") != std::string::npos);
}

}  // TESTS_OF(core::cuda::lower::lower)
