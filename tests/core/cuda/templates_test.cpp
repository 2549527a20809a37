// Templates whose parameters are packs, templates or functions, and what they leave.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::templates) {

using loom::tests::cuda::left;

TEST_CASE("Parameter packs of functions") {
  CHECK(
      left(
          "template <class T> __device__ T sum(T a) { return a; }\n"
          "template <class T, class... R> __device__ T sum(T a, R... r) { return a + sum(r...); }\n"
          "template <class... A> __device__ int count(A... a) { return sizeof...(A) * 10 + "
          "sizeof...(a); }\n",
          "o[0] = sum(1, 2, 3, 4); o[1] = count(1, 2.0f, 'c'); o[2] = count(); o[3] = sum<int, "
          "int>(5, 6);\n") == "10 33 0 11");
  CHECK(
      left("template <class... A> __device__ void grow(A&... a) { ((a += 1), ...); }\n"
           "template <class F, class... A> __device__ auto call(F f, A... a) { return f(a...); }\n"
           "template <class... A> __device__ int digits(A... a) { int v[] = {a..., 9}; int s = 0; "
           "for (int x : v) s = s * 10 + x; return s; }\n"
           "__device__ int three(int a, int b, int c) { return a * 100 + b * 10 + c; }\n"
           "template <class... A> __device__ int twice(A... a) { return three((a * 2)...); }\n",
           "int x = 1, y = 2; grow(x, y); o[0] = 10 * x + y; o[1] = call(three, 1, 2, 3); o[2] = "
           "digits(1, 2); o[3] = twice(1, 2, 3);\n") == "23 123 129 246");
  CHECK(left("",
             "auto add = [](auto... v) { return (v + ...); }; o[0] = add(1, 2, 3, 4);\n"
             "auto first = [](auto a, auto... v) { auto later = [=] { return (v * ... * 1); }; "
             "return a + later(); }; o[1] = first(1, 2, 3);\n") == "10 7 0 0");
}

TEST_CASE("Folds") {
  CHECK(
      left("template <class... A> __device__ int add(A... a) { return (a + ... + 0); }\n"
           "template <class... A> __device__ int left_(A... a) { return (... - a); }\n"
           "template <class... A> __device__ int right(A... a) { return (a - ...); }\n"
           "template <class... A> __device__ int from(A... a) { return (100 - ... - a); }\n"
           "template <class... A> __device__ bool all(A... a) { return (a && ...); }\n"
           "template <int... I> __device__ int digits() { int s = 0; ((s = s * 10 + I), ...); "
           "return s; }\n"
           "template <class F, class... A> __device__ void each(F f, A&&... a) { (f(a), ...); }\n",
           "o[0] = add(1, 2, 3); o[1] = left_(10, 3, 2); o[2] = right(10, 3, 2); o[3] = from(1, "
           "2);\n"
           "o[4] = all(true, 1, 2) + 2 * all(1, 0) + 4 * all(); o[5] = digits<4, 2, 7>();\n"
           "int t = 0; each([&](int x) { t += x * x; }, 1, 2, 3); o[6] = t;\n",
           7) == "6 5 9 97 5 427 14");
}

TEST_CASE("Parameter packs of structures") {
  CHECK(left("template <class... T> struct Tuple;\n"
             "template <> struct Tuple<> { static constexpr int size = 0; };\n"
             "template <class H, class... T> struct Tuple<H, T...> { H head; Tuple<T...> tail; "
             "static constexpr int size = 1 + sizeof...(T); };\n"
             "template <int I> struct Get { template <class T> static __device__ auto of(const T& "
             "t) { if constexpr (I == 0) return t.head; else return Get<I - 1>::of(t.tail); } };\n"
             "template <class... T> struct Sizes { static constexpr int bytes = (sizeof(T) + ... + "
             "0); };\n",
             "Tuple<int, float, char> t{5, {2.5f, {'a', {}}}}; o[0] = t.head; o[1] = Get<1>::of(t) "
             "* 2;\n"
             "o[2] = Get<2>::of(t) + 1000 * decltype(t)::size; o[3] = Sizes<int, double, "
             "char>::bytes;\n") == "5 5 3097 13");
  CHECK(left("#include <utility>\n"
             "template <class F, size_t... I> __device__ void unrolled(F f, "
             "std::index_sequence<I...>) { (f(I), ...); }\n"
             "template <int N, class F> __device__ void repeat(F f) { unrolled(f, "
             "std::make_index_sequence<N>{}); }\n"
             "template <int... D> struct Shape { static constexpr int rank = sizeof...(D), size = "
             "(D * ...); };\n",
             "repeat<3>([&](int i) { o[i] = i * i; }); o[3] = Shape<2, 3, 4>::size * 10 + "
             "Shape<5>::rank;\n") == "0 1 4 241");
}

TEST_CASE("Templates as parameters of templates, and templates of variables") {
  CHECK(
      left(
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
          5, 32) == "496 31 7 3 40");
}

TEST_CASE("A tile of more than a warp is refused") {
  CHECK(left("#include <cooperative_groups.h>",
             "auto t = cooperative_groups::tiled_partition<64>("
             "cooperative_groups::this_thread_block()); o[0] = t.size();")
            .find("a tile has 1, 2, 4, 8, 16 or 32 threads here") != std::string::npos);
}

TEST_CASE("What is wrong with a pack is said") {
  CHECK(left("template <class... T> __device__ int f(T... t) { return t; }\n", "o[0] = f(1);\n") ==
        "1:57: 't' is a parameter pack; expand it with '...' in a call, in braces or in a fold");
  CHECK(left("template <class... T> __device__ int f(T... t) { return (t + ...); }\n",
             "o[0] = f();\n") ==
        "1:60: the pack is empty, and '+' has no value for that; write (pack + ... + value)");
  CHECK(left("__device__ int f(int a) { return a; }\n", "int x = 1; o[0] = f(x...);\n") ==
        "4:21: '...' needs a parameter pack before it");
}

}  // TESTS_OF(core::cuda::templates)
