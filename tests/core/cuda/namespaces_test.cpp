// Names that several namespaces declare.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::namespaces) {

using loom::tests::cuda::check_left;

TEST_CASE("Namespaces: functions of one name") {
  const char* two =
      "__device__ int f() { return 1; }\n"
      "namespace A { __device__ int f() { return 2; } __device__ int g() { return f(); } }\n"
      "namespace B { __device__ int f() { return 4; } namespace C { __device__ int g() { return "
      "f() "
      "* 2; } } }\nnamespace D = B;\n";
  check_left(two,
             "o[0] = f(); o[1] = A::f() * 10 + B::f(); o[2] = A::g() * 10 + B::C::g(); o[3] = "
             "D::f() * 10 + ::f();",
             {1, 24, 28, 41});
  check_left(
      "namespace A { __device__ int f(int) { return 1; } }\n"
      "namespace B { __device__ int f(float) { return 2; } }\nusing namespace B;\n",
      "o[0] = f(1); o[1] = A::f(1); o[2] = B::f(1); o[3] = 0;", {2, 1, 2, 0});
  check_left(
      "namespace A { __device__ int f() { return 1; } }\n"
      "namespace B { __device__ int f() { return 2; } }\n",
      "using B::f; o[0] = f(); o[1] = A::f(); o[2] = 0; o[3] = 0;", {2, 1, 0, 0});
}

TEST_CASE("Namespaces: constants, variables and types of one name") {
  check_left(
      "constexpr int K = 5; namespace A { constexpr int K = 3; __device__ int k() { return K; "
      "} }\nnamespace B { constexpr int K = 7; __device__ int v = K; }\n"
      "namespace A { __device__ int v = K + 1; }\n",
      "o[0] = K * 100 + A::K * 10 + B::K; o[1] = A::k(); o[2] = A::v; o[3] = B::v;",
      {537, 3, 4, 7});
  check_left(
      "namespace v1 { struct Cfg { static constexpr int T = 4; int x = 1; }; template <class "
      "C> __device__ int t() { return C::T; } __device__ int own() { return t<Cfg>(); } }\n"
      "namespace v2 { struct Cfg { static constexpr int T = 8; int x, y; Cfg() = default; "
      "}; template <class C> __device__ int t() { return C::T * 10; } }\n",
      "o[0] = v1::own() * 100 + v1::Cfg::T * 10 + v2::Cfg::T; o[1] = v1::t<v2::Cfg>(); o[2] = "
      "v2::t<v1::Cfg>(); v1::Cfg c; o[3] = c.x * 100 + sizeof(v1::Cfg) * 10 + "
      "sizeof(v2::Cfg);",
      {448, 8, 40, 148});
  check_left(
      "namespace A { enum E { one = 1, two }; using T = int; }\n"
      "namespace B { enum E { two = 5, three }; using T = char; }\n",
      "o[0] = A::two; o[1] = B::two; o[2] = sizeof(A::T) * 10 + sizeof(B::T); o[3] = "
      "B::three;",
      {2, 5, 41, 6});
}

TEST_CASE("Namespaces: what has one name only, or a member's, is as before") {
  check_left(
      "namespace A { __device__ int f(int n) { return n; } struct P { int n; }; }\n"
      "namespace B { __device__ int n(int f) { return f + 1; } struct Q { int f; }; }\n",
      "A::P p{3}; B::Q q{4}; o[0] = A::f(1); o[1] = B::n(1); o[2] = p.n; o[3] = q.f;",
      {1, 2, 3, 4});
  check_left(
      "namespace { __device__ int f() { return 3; } }\n"
      "namespace A { inline namespace v { __device__ int g() { return 4; } } }\n",
      "o[0] = f(); o[1] = A::g(); o[2] = 0; o[3] = 0;", {3, 4, 0, 0});
}

TEST_CASE("Namespaces: names of the file behind ::") {
  check_left(
      "__device__ int f(int x) { return x; }\n__device__ int g = 3;\n"
      "namespace n { __device__ int f(int x) { return ::f(x) + 1; }\n__device__ int g = 4;\n"
      "__device__ int both() { return ::g * 10 + g; } }\n",
      "o[0] = n::f(5); o[1] = n::both(); o[2] = ::g; o[3] = n::g;\n", {6, 34, 3, 4});
}

}  // TESTS_OF(core::cuda::namespaces)
