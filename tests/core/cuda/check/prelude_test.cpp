// The prelude is read once for all sources.
#include "core/cuda/check/prelude.hpp"

#include "core/cuda/lower/compile.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::prelude) {

using namespace loom::cuda;

namespace {

std::string listed(const char* source) {
  const auto code = compile(source, {});
  return code ? listing(*code) : code.error().message;
}

}  // namespace

TEST_CASE("prelude: each of its declarations can be read, bodies included") {
  const Unit& unit = prelude();
  CHECK(unit.broken.empty());
  CHECK(unit.kernels.empty());
  CHECK(unit.functions.size() > 300);
  for (const Callable& each : unit.functions) {
    CAPTURE(each.name);
    CHECK(each.error.empty());
    CHECK((each.body != nullptr) == (each.body_at != 0));
  }
}

TEST_CASE("prelude: a source changes nothing for the next one") {
  const char* plain =
      "__global__ void k(float4* p, dim3 d) { numeric_limits<float> l; pair<int, float> q{1, 2}; "
      "p[0] = make_float4(d.x, l.max(), __fadd_rn(p->x, 1), __half2float(__float2half(q.second))); "
      "int e; frexpf(p->y, &e); p[1].x = e; }";
  const std::string before = listed(plain);
  CAPTURE(before);
  CHECK(before.find("exit") != std::string::npos);
  for (const char* other :
       {"struct float4 { int a; }; struct dim3; struct pair { int first; };\n"
        "__device__ float __fadd_rn(float a, float b) { return a - b; }\n"
        "__device__ float4 make_float4(float a, float b, float c, float d) { return {1}; }\n"
        "__global__ void k(float* p) { *p = __fadd_rn(1, *p); }",
        "template <class T> struct pair { T a; __device__ int f(); };\n"
        "template <class T> int pair<T>::f() { return 1; }\n"
        "#undef FLT_MAX\n#define FLT_MAX 1\nenum { plus, minus };\nusing half2 = int;\n"
        "__global__ void k(int* a) { frexpf(a[FLT_MAX], a); numeric_limits<int> x; a[x.max() & 1] "
        "= plus; }",
        "__global__ void k(int* a) { struct array { int x; } y{1}; a[0] = y.x; "}) {
    (void)listed(other);
    CHECK(listed(plain) == before);
  }
}

}  // TESTS_OF(core::cuda::prelude)
