// Which reads of a program's own tables are requests, as in the PTX that nvcc makes of them:
// ld.global for those at an index, none for those that are numbers.
#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::count) {

using namespace loom;
using namespace loom::cuda;

TEST_CASE("count: what never changes is read only where its index is not known") {
  const auto requests = [](const std::string& before, const std::string& value) {
    const auto code =
        compile(before + "__global__ void k(float* o, int i) {\n" + value + "\n}\n", {"k", false});
    REQUIRE_MESSAGE(code, (code ? "" : code.error().message));
    Launch launch;
    launch.arguments = {test::filled<float>(8, 0), {}};
    launch.arguments[1].scalars = {1};
    const auto out = run(*code, launch);
    REQUIRE(out);
    CHECK(out->findings.empty());
    return out->total.traffic.requests - 1;  // but for the store
  };
  const std::string list = "[3] = {1, 2, 3};\n";
  for (const char* kind : {"__device__ const float a", "__device__ constexpr float a"}) {
    CHECK(requests(kind + list, "o[0] = a[1] + a[2];") == 0);
    CHECK(requests(kind + list, "o[0] = a[i];") == 1);
    CHECK(requests(kind + list, "const float* p = a; o[0] = p[i];") == 1);
  }
  CHECK(requests("__device__ float a" + list, "o[0] = a[1];") == 1);
  CHECK(requests("__constant__ float a" + list, "o[0] = a[1] + a[i];") == 0);
  CHECK(requests("__device__ const float e = 3;\n", "o[0] = e;") == 0);
  CHECK(requests("__device__ constexpr int a[2] = {4, 5};\nconstexpr int b = a[1];\n",
                 "static_assert(b == 5 && a[0] == 4, \"\"); o[0] = b;") == 0);
  for (const char* kind : {"static const float a", "static constexpr float a"}) {
    CHECK(requests("", kind + list + "o[0] = a[1];") == 0);
    CHECK(requests("", kind + list + "o[0] = a[i];") == 1);
  }
  // nvcc unrolls a loop whose turns it knows, whatever the kernel does around it, and no other.
  const std::string table = "__device__ const float a" + list;
  for (const char* loop :
       {"for (int j = 0; j < 3; ++j) s += a[j];", "int j = 0; while (j < 3) s += a[j++];",
        "if (i < 2) for (int j = 0; j < 3; ++j) { if (i > j) continue; s += a[j]; }",
        "for (float x : a) s += x;", "const float* p = a; s = p[1] + *(a + 2);"})
    CHECK(requests(table, "float s = 0; " + std::string(loop) + " o[0] = s;") == 0);
  CHECK(requests(table, "float s = 0; for (int j = 0; j < i; ++j) s += a[j]; o[0] = s;") == 1);
  CHECK(requests(table, "int j = 0; if (i > 0) j = 2; o[0] = a[j];") == 1);
  CHECK(requests(table, "const float* p = i ? a : a + 1; o[0] = p[1];") == 1);
  CHECK(requests(table, "float s = 0; for (int j = 0; j < 3; ++j) s += a[j]; o[0] = s + a[i];") ==
        4);  // one that is read at an index lies in memory
  CHECK(requests("__device__ const float a[100] = {1};\n",
                 "float s = 0; for (int j = 0; j < 100; ++j) s += a[j]; o[0] = s;") == 100);
  CHECK(requests("", "const float a" + list + "o[0] = a[i];") == 0);  // local memory
  CHECK(requests("", "constexpr float a" + list + "o[0] = a[i];") == 0);
  CHECK(requests("", "const char* s = \"text\"; o[0] = s[i];") == 1);
}

}  // TESTS_OF(core::cuda::count)
