// What the front end tells the machine: memory of file scope, volatile, which variables become
// indexes.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::sources) {

using loom::tests::cuda::Kernel;

namespace {

// "" or the findings of one thread with n = 100000.
std::string one_thread(const std::string& body) {
  std::vector<int> a(64);
  return Kernel(
             "__device__ int square(int i) { return i * i; }\n"
             "__device__ void put(int* p, int i) { p[i & 31] = 1; }\n__global__ void k(int* a, int "
             "n) { " +
             body + " }")
      .array(a)
      .number(100000)
      .run({1, 1});
}

}  // namespace

TEST_CASE("Dynamic shared memory may be declared outside of the kernel") {
  std::vector<float> out(32);
  CHECK(Kernel("extern __shared__ float s[];\n__global__ void k(float* out) { s[threadIdx.x] = "
               "threadIdx.x; __syncthreads(); out[threadIdx.x] = s[31 - threadIdx.x]; }")
            .array(out)
            .run({1, 32, 1, 1, 128}) == "");
  CHECK((out[0] == 31 && out[31] == 0));
}

TEST_CASE("__LINE__, __FILE__, __COUNTER__ and __func__ tell where they stand") {
  std::vector<int> a(4);
  Kernel kernel(
      "#define HERE __LINE__\n__global__ void name(int* a) {\n  a[0] = __LINE__; a[1] = HERE;\n"
      "#ifdef __LINE__\n  a[2] = __COUNTER__; a[3] = __COUNTER__;\n#endif\n  printf(\"%s %s\", "
      "__FILE__, __func__);\n}");
  CHECK(kernel.array(a).run({1, 1}) == "");
  CHECK(a == std::vector<int>{3, 3, 0, 1});
  CHECK(kernel.printed == "kernel.cu name");
}

TEST_CASE("An overflow counts where the value becomes an index") {
  for (const char* body :
       {"int i = n * n; a[i & 31] = 1;", "int i; i = n * n; a[i & 31] = 1;",
        "int i = n * n; int* p = a + (i & 31); *p = 1;", "int i = n; i *= n; *(a + (i & 31)) = 1;",
        "int i = 2147483647; i++; a[i & 31] = 1;", "a[square(n) & 31] = 1;",
        "int i = n * n, j = i / 2; j = j + 1; a[j & 31] = 1;", "put(a, n * n);",
        "auto put = [&](int i) { a[i & 31] = 1; }; put(n * n);"}) {
    CAPTURE(body);
    CHECK(one_thread(body).find("a signed integer overflows") != std::string::npos);
  }
  for (const char* body :
       {"int i = n * n; a[0] = i;", "unsigned i = n * (unsigned)n; a[i & 31] = 1;",
        "int i = square(n); a[0] = i;", "int i = n * n; a[i < 0 ? 1 : 2] = 1;",
        "auto put = [&](int v) { a[0] = v; }; put(n * n);",
        "long long i = (long long)n * n; a[i & 31] = 1;"}) {
    CAPTURE(body);
    CHECK(one_thread(body) == "");
  }
}

TEST_CASE("A volatile flag tells another block; a plain one is a race") {
  const auto flag = [](const std::string& type) {
    std::vector<int> f(1), g(1);
    return Kernel("__global__ void k(" + type +
                  " f, int* g) { if (blockIdx.x == 0) *f = 1; else { while (*f == 0); *g = 1; } }")
        .array(f)
        .array(g)
        .run({2, 1});
  };
  CHECK(flag("volatile int*") == "");
  CHECK(flag("int volatile*") == "");
  CHECK(flag("int*").find("nothing orders the two blocks") != std::string::npos);
}

TEST_CASE(
    "Static functions of a template structure are called, also by themselves with other "
    "arguments") {
  std::vector<int> a{1, 0};
  CHECK(Kernel("template <int N> struct S { static __device__ int f(int x) { if constexpr (N > 0) "
               "return S<N - 1>::f(x) + N; else return x; } };\n"
               "template <int M> __device__ int g(int x) { return S<M - 1>::f(x); }\n__global__ "
               "void k(int* a) { a[1] = S<4>::f(a[0]); a[0] = g<3>(a[0]); }")
            .array(a)
            .run({1, 1}) == "");
  CHECK(a == std::vector<int>{4, 11});
}

TEST_CASE("A race names two threads that do race, though others touch the place, too") {
  const auto first_race = [](const char* body) {
    std::vector<int> a(64);
    const std::string all =
        Kernel("__global__ void k(int* a) { int t = threadIdx.x; " + std::string(body) + " }")
            .array(a)
            .run({2, 32});
    return all.substr(all.find(": ") + 2, all.find(" in line") - all.find(": ") - 2);
  };
  CHECK(first_race("a[0] = t;") ==
        "thread (1,0,0) of block (0,0,0) writes a[0], which thread (0,0,0) of block (0,0,0) wrote");
  CHECK(first_race("__shared__ int s[33]; s[t] = 1; if (t == 0) s[32] = 1; __syncthreads(); s[t] = "
                   "s[t + 1] + "
                   "s[t];") ==
        "thread (1,0,0) of block (0,0,0) writes s[1], which thread (0,0,0) of block (0,0,0) read");
  CHECK(first_race("__shared__ char c[32]; c[t] = 1; __syncthreads(); char v = c[31 - t] + c[t]; "
                   "c[t] = v + t;") ==
        "thread (0,0,0) of block (0,0,0) writes c[0], which thread (31,0,0) of block (0,0,0) read");
  CHECK(first_race("__shared__ int s[32]; s[t] = t; a[t + 32 * blockIdx.x] = s[t ^ 1];") ==
        "thread (0,0,0) of block (0,0,0) reads s[1], which thread (1,0,0) of block (0,0,0) wrote");
  CHECK(first_race("int v = a[0]; __syncwarp(); if (blockIdx.x == 1 && t == 0) a[0] = v + 1;") ==
        "thread (0,0,0) of block (1,0,0) writes a[0], which thread (31,0,0) of block (0,0,0) read");
}

// Of the kernel `k(int* a, int* flag)` in two blocks of 64 threads; `t` and `b` are its thread and
// block.
TEST_CASE("A write still races after its own warp or block has touched the place again") {
  const auto found = [](const std::string& body) {
    std::vector<int> a(8), flag(1);
    return Kernel(
               "__global__ void k(int* a, int* flag) {\n"
               "  const int t = threadIdx.x, b = blockIdx.x;\n  __shared__ int s[2];\n" +
               body + "\n}")
        .array(a)
        .array(flag)
        .run({2, 64});
  };
  const std::string wait = "while (atomicAdd(flag, 0) == 0); __threadfence();",
                    tell = "__threadfence(); atomicExch(flag, 1);";
  for (const std::string wrong :
       {"if (t == 0) s[0] = 0;\natomicAdd(s, 1);",
        "if (t == 0) s[0] = 0;\n__syncwarp();\natomicAdd(s, 1);",
        "if (t == 0) s[0] = 0;\n__syncwarp();\nif (t < 32) atomicAdd(s, 1);\nif (t == 40) a[b] = "
        "s[0];",
        "if (t == 0) s[0] = 0;\nif (t == 0) atomicAdd(s, 1);\nif (t == 1) atomicAdd(s, 1);",
        "if (b + t == 0) a[0] = 0;\n__syncthreads();\natomicAdd(a, 1);",
        "if (b + t == 0) a[0] = 5;\n__syncthreads();\nint v = a[0];\nif (t == 0) a[1 + b] = v;",
        "if (t == 0) a[b] = 1;\n__syncthreads();\nint v = a[b];\n__syncthreads();\nv += a[b];\nif "
        "(b == 1 && t == 0) v += a[0];\nif (t == 0) a[2 + b] = v;",
        "if (b + t == 0) a[0] = 5;\n__syncwarp();\nif (b == 0 && t < 32) a[2] = a[0];\n"
        "__syncthreads();\nif (t == 1) a[4 + b] = a[0];"}) {
    CAPTURE(wrong);
    CHECK(found(wrong).find(" nothing orders the two blocks") !=
          found(wrong).find(" no barrier lies between"));
  }
  for (const std::string right :
       {"if (t == 0) s[0] = 0;\n__syncthreads();\natomicAdd(s, 1);\n__syncthreads();\nif (t == 0) "
        "a[b] = s[0];",
        "if (t % 32 == 0) s[t / 32] = 0;\n__syncwarp();\natomicAdd(s + t / 32, 1);\n__syncwarp();\n"
        "if (t % 32 == 3) a[b * 2 + t / 32] = s[t / 32];",
        // Half a warp syncs.
        "if (t == 0) s[0] = 0;\n__syncthreads();\nint v = 0;\nif (t < 16) {\nif (t < 3) v = s[0];\n"
        "__syncwarp(0xffff);\nif (t == 1) s[0] = s[0] + 1;\n}\nif (t == 2) a[b] = v;",
        "if (t == 0) s[0] = 0;\n__syncthreads();\nint v = 0;\nif (t < 16) {\nif (t < 3) v = s[0];\n"
        "__syncwarp(0xffff);\nif (t == 5) v = s[0];\n__syncwarp(0xffff);\nif (t == 1) s[0] = "
        "1;\n}\n"
        "if (t == 2) a[b] = v;",
        "if (t == 0) a[b] = 1;\n__syncthreads();\natomicAdd(a + b, 1);\n__syncthreads();\nif (t == "
        "0) a[b] += 1;"}) {
    CAPTURE(right);
    CHECK(found(right) == "");
  }
  // What the other block is told of comes before, whatever was read or added since.
  for (const std::string& mine : std::vector<std::string>{
           "a[0] = 5; __syncwarp(1); int v = a[0]; " + tell + " a[1] = v;",
           "a[0] = 5; " + tell + " a[1] = a[0];", "a[0] = 5; " + tell + " atomicAdd(a, 1);",
           "a[0] = 5; __threadfence(); int v = a[0]; atomicExch(flag, 1); a[1] = v;"}) {
    CAPTURE(mine);
    CHECK(found("if (b == 0 && t == 0) { " + mine + " }\nif (b == 1 && t == 0) { " + wait +
                " atomicAdd(a, 1); a[2] = atomicAdd(a, 0); }") == "");
    CHECK(found("if (b == 0 && t == 0) a[0] = 3;\n__syncthreads();\nif (b == 0 && t == 0) { " +
                mine +
                " }\n__syncthreads();\nif (b == 0 && t == 32) a[3] = atomicAdd(a, 0);\n"
                "if (b == 1 && t == 0) { " +
                wait + " a[2] = atomicAdd(a, 0); }") == "");
  }
}

}  // TESTS_OF(core::cuda::sources)
