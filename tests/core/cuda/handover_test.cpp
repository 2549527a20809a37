// Data that one block or warp hands to another through a flag: right programs, and the same with
// one step forgotten.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::handover) {

using loom::tests::cuda::Kernel;
using loom::tests::cuda::Size;

namespace {

// Of the kernel `k(int* d, int* f, int* o)` with arrays of zeros; `t` and `b` are its thread and
// block, SET(i) and WAIT(i) what a flag's two sides do.
std::string found(const std::string& body, const Size& size) {
  std::vector<int> d(256), f(8), o(256);
  return Kernel(
             "#include <cooperative_groups.h>\n"
             "#define GRID cooperative_groups::this_grid().sync();\n"
             "#define MEET(n) { __syncthreads(); if (t == 0) { __threadfence(); atomicAdd(f, 1); "
             "while (*(volatile int*)f < n * gridDim.x) {} __threadfence(); } __syncthreads(); }\n"
             "#define TURN { __syncthreads(); if (t == 0) { __threadfence(); int my = *(volatile "
             "int*)&f[1]; if (atomicAdd(f, 1) == gridDim.x - 1) { f[0] = 0; __threadfence(); "
             "atomicAdd(&f[1], 1); } else while (*(volatile int*)&f[1] == my) {} __threadfence(); "
             "} "
             "__syncthreads(); }\n"
             "#define SET(i) { __threadfence(); atomicExch(&f[i], 1); }\n"
             "#define WAIT(i) { while (atomicAdd(&f[i], 0) == 0) {} __threadfence(); }\n"
             "__global__ void k(int* d, int* f, int* o) {\n"
             "  const int t = threadIdx.x, b = blockIdx.x;\n" +
             body + "\n}")
      .array(d)
      .array(f)
      .array(o)
      .run(size);
}

struct Pair {
  const char *what, *right, *wrong;
  Size size;
};

}  // namespace

TEST_CASE("Handing over: what is told is ordered, and nothing else") {
  const Pair pairs[] = {
      {"a flag of another block",
       "if (t == 0 && b < 2) { d[b] = b; SET(b) }\n"
       "if (t == 0 && b == 2) { WAIT(0) WAIT(1) o[0] = d[0] + d[1]; }",
       "if (t == 0 && b < 2) { d[b] = b; SET(b) }\n"
       "if (t == 0 && b == 2) { WAIT(1) o[0] = d[0] + d[1]; }",
       {3, 32}},
      {"a chain of blocks, each of which waits for the one before",
       "if (t == 0) { if (b > 0) WAIT(b - 1)\nd[b] = b; SET(b)\nint v = 0;\n"
       "for (int i = 0; i < b; ++i) v += d[i];\no[b] = v; }",
       "if (t == 0) { d[b] = b; SET(b)\nif (b > 0) WAIT(b - 1)\nint v = 0;\n"
       "for (int i = 0; i < b; ++i) v += d[i];\no[b] = v; }",
       {6, 32}},
      {"the block's threads meet before one of them tells",
       "if (b == 0) { d[t] = t; __syncthreads(); if (t == 127) SET(0) }\n"
       "if (b == 1) { if (t == 0) WAIT(0)\n__syncthreads(); o[t] = d[127 - t]; }",
       "if (b == 0) { d[t] = t; if (t == 127) SET(0) }\n"
       "if (b == 1) { if (t == 0) WAIT(0)\n__syncthreads(); o[t] = d[127 - t]; }",
       {2, 128}},
      {"the block's threads meet after one of them was told",
       "if (b == 0) { d[t] = t; __syncthreads(); if (t == 0) SET(0) }\n"
       "if (b == 1) { if (t == 0) WAIT(0)\n__syncthreads(); o[t] = d[t]; }",
       "if (b == 0) { d[t] = t; __syncthreads(); if (t == 0) SET(0) }\n"
       "if (b == 1) { if (t == 0) WAIT(0)\no[t] = d[t]; }",
       {2, 128}},
      {"what was told is told again",
       "if (t == 0 && b == 0) { d[0] = 7; SET(0) }\nif (t == 0 && b == 1) { WAIT(0) SET(1) }\n"
       "if (t == 0 && b == 2) { WAIT(1) o[0] = d[0]; }",
       "if (t == 0 && b == 0) { d[0] = 7; SET(0) }\nif (t == 7 && b == 1) WAIT(0)\n"
       "if (t == 33 && b == 1) SET(1)\nif (t == 0 && b == 2) { WAIT(1) o[0] = d[0]; }",
       {3, 64}},
      {"a fence of the block tells nothing to others",
       "if (t == 0 && b == 0) { d[0] = 7; __threadfence(); atomicExch(&f[0], 1); }\n"
       "if (t == 0 && b == 1) { WAIT(0) o[0] = d[0]; }",
       "if (t == 0 && b == 0) { d[0] = 7; __threadfence_block(); atomicExch(&f[0], 1); }\n"
       "if (t == 0 && b == 1) { WAIT(0) o[0] = d[0]; }",
       {2, 32}},
      {"who was told may not be overwritten before it has read",
       "if (t == 0 && b == 0) { d[0] = 7; SET(0) WAIT(1) d[0] = 8; }\n"
       "if (t == 0 && b == 1) { WAIT(0) o[0] = d[0]; SET(1) }",
       "if (t == 0 && b == 0) { d[0] = 7; SET(0) d[0] = 8; }\n"
       "if (t == 0 && b == 1) { WAIT(0) o[0] = d[0]; SET(1) }",
       {2, 32}},
      {"warps of a block, through shared flags",
       "__shared__ int s[3], g[2];\nif (t < 2) g[t] = 0;\n__syncthreads();\n"
       "if (t == 0 || t == 32) { s[t / 32] = t; __threadfence_block(); atomicExch(&g[t / 32], 1); "
       "}\n"
       "if (t == 64) { while (atomicAdd(&g[0], 0) == 0) {}\nwhile (atomicAdd(&g[1], 0) == 0) {}\n"
       "__threadfence_block(); o[b] = s[0] + s[1]; }",
       "__shared__ int s[3], g[2];\nif (t < 2) g[t] = 0;\n__syncthreads();\n"
       "if (t == 0 || t == 32) { s[t / 32] = t; __threadfence_block(); atomicExch(&g[t / 32], 1); "
       "}\n"
       "if (t == 64) { while (atomicAdd(&g[1], 0) == 0) {}\n"
       "__threadfence_block(); o[b] = s[0] + s[1]; }",
       {2, 96}},
      {"a maximum under a lock: some only read",
       "if (t % 32 == 0) { while (atomicCAS(&f[0], 0, 1)) {}\n__threadfence();\n"
       "if (d[0] < t) d[0] = t;\n__threadfence(); atomicExch(&f[0], 0); }",
       "if (t % 32 == 0 && d[0] < t) d[0] = t;",
       {2, 128}},
      {"locks of lanes of one warp",
       "const int n = (t * 7 + b) % 5;\nfor (bool done = false; !done;)\n"
       "if (atomicCAS(&f[n], 0, 1) == 0) { __threadfence(); if (d[n] < t) d[n] = t;\n"
       "__threadfence(); atomicExch(&f[n], 0); done = true; }",
       "const int n = (t * 7 + b) % 5;\nfor (bool done = false; !done;)\n"
       "if (atomicCAS(&f[n], 0, 1) == 0) { if (d[n] < t) d[n] = t;\n"
       "atomicExch(&f[n], 0); done = true; }",
       {2, 64}},
      {"what blocks write between two barriers of the grid",
       "GRID if (t == 0) d[b] = b;\nGRID o[b] = d[(b + 1) % 4];",
       "GRID if (t == 0) d[0] = b;\nGRID o[b] = d[0];",
       {4, 64}},
      {"the same with a barrier of the kernel's own",
       "MEET(1) if (t == 0) d[b] = b;\nMEET(2) o[b] = d[(b + 1) % 4];",
       "MEET(1) if (t == 0) d[0] = b;\nMEET(2) o[b] = d[0];",
       {4, 64}},
      {"a step of neighbors, between barriers that count their turns",
       "const int v = d[32 * b + t] + (b > 0 ? d[32 * b - 1] : 0);\nTURN d[32 * b + t] = v + "
       "1;\nTURN",
       "const int v = d[32 * b + t] + (b > 0 ? d[32 * b - 1] : 0);\nd[32 * b + t] = v + 1;\nTURN",
       {4, 32}},
      {"what blocks read before a barrier of the grid",
       "o[b] = d[(b + 1) % 4];\nGRID if (t == 0) d[b] = b;",
       "o[b] = d[(b + 1) % 4];\nif (t == 0) d[b] = b;\nGRID",
       {4, 64}},
  };
  for (const Pair& each : pairs) {
    CAPTURE(each.what);
    CHECK(found(each.right, each.size) == "");
    CHECK(found(each.wrong, each.size) != "");
  }
}

TEST_CASE("Warp operations: lanes that returned need not come, lanes that go by should") {
  const auto lanes = [](const std::string& body) { return found(body, {1, 32}); };
  const std::string by = "the mask names went on without taking part";
  for (const char* wrong :
       {"int v = 0;\nif (t < 20) v = __any_sync(0xffffffffu, t & 1);\no[t] = v;",
        "int v = t;\nif (t < 20) v = __shfl_sync(~0u, v, 0);\no[t] = v;",
        "if (t < 20) __syncwarp();\no[t] = 1;",
        "int i = 0;\nwhile (i < t && __ballot_sync(~0u, 1) != 0) ++i;\no[t] = i;"}) {
    CAPTURE(wrong);
    CHECK(lanes(wrong).find(by) != std::string::npos);
  }
  for (const char* right :
       {"if (t >= 20) return;\nint v = __any_sync(0xffffffffu, t & 1);\no[t] = v;",
        "if (t >= 20) { o[t] = 1; return; }\no[t] = __ballot_sync(~0u, 1);",
        "if (t < 20) o[t] = __any_sync(0xfffffu, t & 1);\nelse o[t] = 3;",
        "if (t < 20) o[t] = __ballot_sync(__activemask(), 1);\no[t + 32] = 3;"}) {
    CAPTURE(right);
    CHECK(lanes(right) == "");
  }
}

TEST_CASE("Shuffles: a lane that the mask does not name gives nothing that may be used") {
  const auto lanes = [](const std::string& body) { return found(body, {1, 32}); };
  // A tree over 8 lanes: the upper ones add up what nobody uses.
  const std::string tree =
      "if (t < 8) { int v = d[t] + t;\nfor (int i = 4; i > 0; i /= 2) v += __shfl_down_sync(0xffu, "
      "v, "
      "i);\n";
  CHECK(lanes(tree + "if (t == 0) o[0] = v; }") == "");
  CHECK(lanes(tree + "o[t] = t == 0 ? v : 3; }") == "");
  for (const std::string& wrong : std::vector<std::string>{
           tree + "o[t] = v; }",
           std::string("int v = 0;\nif (t < 16) v = __shfl_sync(0xffffu, t, 20);\n"
                       "o[t] = v;"),
           std::string(
               "if (t < 16) { int v = __shfl_sync(0xffffu, t, 20);\nif (v > 3) o[t] = 1; }"),
           std::string(
               "if (t < 16) { int v = __shfl_sync(0xffffu, t, 20);\no[t] = d[v * 2 + 1]; }")}) {
    CAPTURE(wrong);
    CHECK(lanes(wrong).find("uses the value of a lane that does not take part") !=
          std::string::npos);
  }
}

TEST_CASE("A barrier of the grid whose turn is a volatile variable of the device") {
  const auto run = [](const std::string& step) {
    std::vector<int> a(128), o(128);
    return Kernel(
               "__device__ unsigned came;\n__device__ volatile unsigned turn;\n"
               "__device__ void meet() {\n  __syncthreads();\n  if (threadIdx.x == 0) {\n"
               "    unsigned mine = turn;\n    __threadfence();\n"
               "    if (atomicInc(&came, gridDim.x - 1) == gridDim.x - 1) { __threadfence(); turn "
               "= "
               "mine + 1; }\n    else while (turn == mine) {}\n    __threadfence();\n  }\n"
               "  __syncthreads();\n}\n__global__ void k(int* a, int* o) {\n"
               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
               step + "\n}")
        .array(a)
        .array(o)
        .run({4, 32});
  };
  CHECK(run("a[i] = i; meet(); o[i] = a[(i + 33) % 128]; meet(); a[i] = o[(i + 65) % 128];") == "");
  CHECK(run("a[i] = i; meet(); o[i] = a[(i + 33) % 128]; a[i] = o[i];") != "");
}

TEST_CASE("The grid's barrier: a block that does not come") {
  const auto run = [](const std::string& condition) {
    std::vector<int> o(8);
    return Kernel(
               "#include <cooperative_groups.h>\n__global__ void k(int* o) {\n" + condition +
               "cooperative_groups::this_grid().sync();\n  if (threadIdx.x == 0) o[blockIdx.x] = "
               "1;\n}")
        .array(o)
        .run({4, 64});
  };
  CHECK(run("") == "");
  CHECK(run("if (blockIdx.x != 2) ").find("waits for all 4 blocks, and 3 of them came") !=
        std::string::npos);
}

}  // TESTS_OF(core::cuda::handover)
