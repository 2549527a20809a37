// Elements of one and two bytes, which share words of memory with others: races and none.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::bytes) {

using loom::tests::cuda::Kernel;
using loom::tests::cuda::Size;

namespace {

constexpr const char* small_types[] = {"char", "short", "__half", "__nv_bfloat16"};

// What a kernel `k(T* d, T* out)` finds; `t` and `b` are its thread and block.
std::string found(const std::string& type, const std::string& body, const Size& size) {
  std::vector<std::uint32_t> d(256), out(256);  // room for 512 elements
  return Kernel(
             "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_pipeline.h>\n"
             "typedef " +
             type + " T;\n" +
             "__global__ void k(T* d, T* out) {\n  const int t = threadIdx.x, b = blockIdx.x;\n" +
             body + "\n}")
      .array(d)
      .array(out)
      .run(size);
}

}  // namespace

TEST_CASE("Small elements: races are found though others touch the same word between") {
  for (const std::string type : small_types) {
    CAPTURE(type);
    CHECK(found(type, "d[b] = d[b] + d[9];", {2, 1, 2}) ==
          "7:9: thread (0,0,0) of block (0,1,0) reads d[0], which thread (0,0,0) of block (0,0,0) "
          "wrote in line 7, and nothing orders the two blocks\n");
    CHECK(found(type,
                "__shared__ T s[4];\n"
                "if (t == 0) s[0] = T(1.f);\nif (t == 32) s[1] = T(2.f);\n"
                "if (t == 64) out[0] = s[0];",
                {1, 96}) ==
          "10:24: thread (64,0,0) of block (0,0,0) reads s[0], which thread (0,0,0) of block "
          "(0,0,0) wrote in line 8, and no barrier lies between\n");
    CHECK(found(type,
                "__shared__ T s[4];\n"
                "if (t % 32 == 0) s[t / 32] = T(1.f);\nif (t == 2) s[2] = T(3.f);",
                {1, 96}) != "");
    CHECK(found(type,
                "__shared__ T s[4];\ns[t / 32] = T(1.f);\n__syncthreads();\n"
                "out[t] = s[0];\nif (t == 33) s[1] = T(2.f);\nif (t == 65) s[0] = T(3.f);",
                {1, 96}) != "");
  }
}

TEST_CASE("Small elements: neighbors of one word that different threads touch are no race") {
  for (const std::string type : small_types) {
    CAPTURE(type);
    const auto right = [&](const char* body, const Size& size) {
      CHECK(found(type, body, size) == "");
    };
    right("for (int i = 0; i < 3; ++i) { d[b] = d[b] + T(1.f); __syncthreads(); }", {8, 1});
    right("int i = t % 2 * 64 + t / 2; for (int n = 0; n < 3; ++n) d[i * 2 + b] = d[i * 2 + b];",
          {2, 128});
    right("out[b * 64 + t] = d[t / 3] + d[(t * 5 + b) % 64];", {4, 64});
    right(
        "__shared__ T s[128];\nfor (int n = 0; n < 3; ++n) {\n"
        "s[t % 32 * 4 + t / 32] = d[t];\n__syncthreads();\n"
        "out[b * 128 + t] = s[t] + s[127 - t];\n__syncthreads();\n}",
        {2, 128});
    right(
        "__shared__ alignas(16) T s[128];\ns[t % 32 * 4 + t / 32] = d[t];\n__syncthreads();\n"
        "int sum = 0; for (int i = 0; i < 64 * (int)sizeof(T) / 2; ++i) sum += ((int*)s)[i / 2];\n"
        "out[t] = T((float)(sum % 3));\n__syncthreads();\n"
        "((char*)s)[t] = 1;",
        {1, 128});
    right(
        "__shared__ alignas(16) T s[128];\n"
        "for (int n = 0; n < 2; ++n) {\n"
        "if (t < 8) __pipeline_memcpy_async(s + t * (16 / sizeof(T)), d + t * (16 / sizeof(T)), "
        "16);\n__pipeline_commit();\n__pipeline_wait_prior(0);\n__syncthreads();\n"
        "T x = s[t % 64], y = s[63 - t % 64];\n__syncthreads();\n"
        "if (t < 64) s[t % 32 * 2 + t / 32] = x + y;\n__syncthreads();\n}",
        {1, 128});
  }
}

TEST_CASE("Small elements: atomics on neighbors, and on the same") {
  for (const std::string type : {"__half", "__nv_bfloat16"}) {
    CAPTURE(type);
    CHECK(found(type, "atomicAdd(d + t % 5, T(1.f));\natomicAdd(d + b, T(1.f));", {3, 96}) == "");
    CHECK(found(type,
                "__shared__ T s[6];\nif (t < 6) s[t] = T(0.f);\n__syncthreads();\n"
                "atomicAdd(s + t % 3 * 2, T(1.f));\nif (t == 40) s[1] = T(2.f);\n"
                "__syncthreads();\nif (t < 6) out[t] = s[t] + s[5 - t];",
                {1, 96}) == "");
    CHECK(found(type,
                "if (t % 32 == 0) atomicAdd(d + t / 32, T(1.f));\nif (t == 33) d[0] = T(2.f);",
                {1, 96}) != "");
  }
}

TEST_CASE("A sync of the warp comes after all that its lanes read before") {
  CHECK(found("int",
              "__shared__ int s[1];\nif (t == 0) s[0] = 0;\n__syncthreads();\n"
              "int v = s[0];\n__syncwarp();\nif (t == 17) s[0] = s[0] + 1;\nout[t] = v;",
              {1, 32}) == "");
}

TEST_CASE("A warp's own reading hides no race") {
  CHECK(found("int",
              "__shared__ int s[1];\nif (t == 0) s[0] = 1;\n__syncwarp();\n"
              "int v = 0;\nif (t == 0) v = s[0];\nif (t == 1) s[0] = 2;\nif (t == 0) out[0] = v;",
              {1, 32}) ==
        "12:18: thread (1,0,0) of block (0,0,0) writes s[0], which thread (0,0,0) of block (0,0,0) "
        "read in line 11, and no barrier lies between\n");
  CHECK(found("int", "if (b == 0 && t == 0) d[0] = 5;\n__syncwarp();\nif (t == 1) out[b] = d[0];",
              {2, 32}) ==
        "9:23: thread (1,0,0) of block (1,0,0) reads d[0], which thread (0,0,0) of block (0,0,0) "
        "wrote in line 7, and nothing orders the two blocks\n");
}

}  // TESTS_OF(core::cuda::bytes)
