// Templates whose parameters are packs, templates or functions, and what they leave.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::templates) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;

TEST_CASE("Parameter packs of functions") {
  check_left(
      "template <class T> __device__ T sum(T a) { return a; }\n"
      "template <class T, class... R> __device__ T sum(T a, R... r) { return a + sum(r...); }\n"
      "template <class... A> __device__ int count(A... a) { return sizeof...(A) * 10 + "
      "sizeof...(a); }\n",
      "o[0] = sum(1, 2, 3, 4); o[1] = count(1, 2.0f, 'c'); o[2] = count(); o[3] = sum<int, "
      "int>(5, 6);\n",
      {10, 33, 0, 11});
  check_left(
      "template <class... A> __device__ void grow(A&... a) { ((a += 1), ...); }\n"
      "template <class F, class... A> __device__ auto call(F f, A... a) { return f(a...); }\n"
      "template <class... A> __device__ int digits(A... a) { int v[] = {a..., 9}; int s = 0; "
      "for (int x : v) s = s * 10 + x; return s; }\n"
      "__device__ int three(int a, int b, int c) { return a * 100 + b * 10 + c; }\n"
      "template <class... A> __device__ int twice(A... a) { return three((a * 2)...); }\n",
      "int x = 1, y = 2; grow(x, y); o[0] = 10 * x + y; o[1] = call(three, 1, 2, 3); o[2] = "
      "digits(1, 2); o[3] = twice(1, 2, 3);\n",
      {23, 123, 129, 246});
  check_left("",
             "auto add = [](auto... v) { return (v + ...); }; o[0] = add(1, 2, 3, 4);\n"
             "auto first = [](auto a, auto... v) { auto later = [=] { return (v * ... * 1); }; "
             "return a + later(); }; o[1] = first(1, 2, 3);\n",
             {10, 7, 0, 0});
}

TEST_CASE("Folds") { check_file("templates/folds.cu"); }

TEST_CASE("Parameter packs of structures") {
  check_file("templates/packs.cu");
  check_file("templates/packs_2.cu");
}

TEST_CASE("Templates as parameters of templates, and templates of variables") {
  check_left(
      "template <class T> struct Add { static __device__ T f(T a, T b) { return a + b; } };\n"
      "template <class T> struct Max { static __device__ T f(T a, T b) { return a > b ? a : b; "
      "} };\n"
      "template <template <class> class Op, class T> __device__ T warp(T v) { for (int d = 16; "
      "d; d /= 2) v = Op<T>::f(v, __shfl_xor_sync(~0u, v, d)); return v; }\n"
      "template <class T, int N> struct Array { T v[N]; };\n"
      "template <template <class, int> class C, class T, int N> __device__ int size(const C<T, "
      "N>&) { return N; }\n"
      "template <class T> constexpr bool small = sizeof(T) < 4;\n"
      "template <> constexpr bool small<int> = true;\n"
      "template <class T> struct Policy { using Type = T; struct Shape { static __device__ "
      "constexpr int size() { return 8; } }; };\n"
      "template <class P> __device__ int bytes(typename P::Type) { typename P::Type x = 1; int "
      "s[P::Shape::size()] = {}; return sizeof(x) + sizeof(s); }\n",
      "int s = warp<Add>((int)threadIdx.x), m = warp<Max>((int)threadIdx.x); Array<int, 7> a;\n"
      "if (threadIdx.x == 0) { o[0] = s; o[1] = m; o[2] = size(a); o[3] = small<char> + 2 * "
      "small<int> + 4 * small<long>; o[4] = bytes<Policy<double>>(1.0); }\n",
      {496, 31, 7, 3, 40}, 32);
}

TEST_CASE("A tile of more than a warp is refused") {
  CHECK(error_of("#include <cooperative_groups.h>",
                 "auto t = cooperative_groups::tiled_partition<64>("
                 "cooperative_groups::this_thread_block()); o[0] = t.size();")
            .find("a tile has 1, 2, 4, 8, 16 or 32 threads here") != std::string::npos);
}

TEST_CASE("What is wrong with a pack is said") {
  CHECK(error_of("template <class... T> __device__ int f(T... t) { return t; }\n",
                 "o[0] = f(1);\n") ==
        "1:57: 't' is a parameter pack; expand it with '...' in a call, in braces or in a fold");
  CHECK(error_of("template <class... T> __device__ int f(T... t) { return (t + ...); }\n",
                 "o[0] = f();\n") ==
        "1:60: the pack is empty, and '+' has no value for that; write (pack + ... + value)");
  CHECK(error_of("__device__ int f(int a) { return a; }\n", "int x = 1; o[0] = f(x...);\n") ==
        "4:21: '...' needs a parameter pack before it");
}

TEST_CASE("Traits of types") {
  check_file("templates/traits_types.cu");
  check_left(
      "template <class T, class = void> struct Has { static constexpr int v = 1; };\n"
      "template <class T> struct Has<T, std::void_t<decltype(T::x)>> { static constexpr int "
      "v = 2; };\nstruct A { static constexpr int x = 1; };\nstruct B {};\n"
      "__device__ float decay(float x) { return x * 2; }\n",
      "o[0] = Has<A>::v * 10 + Has<B>::v; o[1] = decay(4);\n"
      "o[2] = std::numeric_limits<float>::max() > 1e38f && "
      "-std::numeric_limits<float>::infinity() < std::numeric_limits<float>::lowest();\n"
      "o[3] = std::numeric_limits<int>::max();\n",
      {21, 8, 1, 2147483647});
}

TEST_CASE("Specializations and functions that only fit where an expression has a meaning") {
  check_file("templates/fitting.cu");
  check_file("templates/fitting_2.cu");
  check_file("templates/fitting_3.cu");
}

TEST_CASE("Static members of templates, in parentheses and among arguments") {
  check_left(
      "template <int N> struct R { static constexpr int v = N; };\n"
      "template <class T> struct S { static constexpr int v = sizeof(T); };\n"
      "template <int N> struct F { enum { value = N * F<N - 1>::value }; };\n"
      "template <> struct F<0> { enum { value = 1 }; };\n"
      "template <class T> __device__ int size() { return (S<T>::v) * 2; }\n",
      "o[0] = (R<3>::v); o[1] = (R<3>::v) - 1; o[2] = R<R<4>::v>::v * (size<int>()); "
      "o[3] = (F<5>::value);\n",
      {3, 2, 32, 120});
}

TEST_CASE("Conversions that structures bring along") {
  check_left(
      "struct H { float x; __device__ operator float() const { return x; } };\n"
      "struct I { __device__ operator int() const { return 2.9; } };\n"
      "struct D : I {};\n"
      "__device__ int f(int) { return 1; }\n__device__ int f(double) { return 2; }\n",
      "H a{2.5f}, b{3}; I i; D d; o[0] = -a * 10; o[1] = fmaxf(a, b) * 10; o[2] = i * 10 + "
      "d; o[3] = f(i) * 10 + !a;\n",
      {-25, 30, 22, 10});
}

TEST_CASE("The values say what a template of structures is of") {
  check_left(
      "template <class A, class B> struct Pair { A first; B second; };\n"
      "template <class T> struct W { T v; __device__ W(T x) : v(x) {} };\n",
      "Pair p{1, 2.5f}; W w(3.5); auto q = W{2}; const W r = w; o[0] = p.second * 10; o[1] "
      "= w.v * 10; o[2] = sizeof(q.v) * 10 + sizeof(w.v); o[3] = r.v * 2;\n",
      {25, 35, 48, 7});
}

TEST_CASE("Guides and constructors say what a template of structures is of") {
  check_file("templates/guides.cu");
  check_file("templates/guides_2.cu");
  CHECK(error_of("template <class T> struct V { T a; __device__ V(T x, T y) : a(x) {} };\n",
                 "V v(1, 2.5f);") == "4:1: 'V' needs template arguments");
}

TEST_CASE("Structures of functions know the types and constants around them") {
  check_file("templates/known_types.cu");
}

TEST_CASE("Constants of templates within each other take no longer than they are") {
  std::string inner = "1", pair = "1";
  for (int i = 0; i < 24; ++i) inner = "F<" + inner + ">::v", pair = "G<2, " + pair + " >::v";
  check_left(
      "template <int N> struct F { static constexpr int v = N; };\n"
      "template <int A, int B> struct G { static constexpr int v = A + B; };\n"
      "constexpr int host = " +
          inner + ";\n",
      "o[0] = " + inner + "; o[1] = " + pair + "; int a[" + pair +
          "] = {}; o[2] = "
          "sizeof(a); o[3] = host < 2 && 3 > 1;\n",
      {1, 49, 196, 1});
}

TEST_CASE("What lies within structures of structures") {
  check_file("templates/within_structures.cu");
}

}  // TESTS_OF(core::cuda::templates)
