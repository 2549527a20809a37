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

TEST_CASE("Traits of types") {
  CHECK(left("template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = "
             "0> __device__ int kind(T) { return 1; }\n"
             "template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0> "
             "__device__ int kind(T) { return 2; }\n"
             "template <class T> __device__ typename std::enable_if<std::is_pointer<T>::value, "
             "int>::type kind(T) { return 3; }\n"
             "template <class T> __device__ int tag(T, std::true_type) { return 1; }\n"
             "template <class T> __device__ int tag(T, std::false_type) { return 2; }\n"
             "template <class T> __device__ int tagged(T x) { return tag(x, "
             "std::is_same<T, int>()) * 10 + tag(x, std::is_signed<T>{}); }\n",
             "o[0] = kind(1) * 100 + kind(1.5f) * 10 + kind(o);\n"
             "o[1] = tagged(1) * 100 + tagged('a' * 1.0f);\n"
             "std::conditional_t<(sizeof(int) > 2), int, float> c = 3.7; "
             "std::remove_reference_t<int&> r = 4; std::make_unsigned_t<signed char> u = -1; "
             "std::decay_t<const int&> d = 5; o[2] = c * 100000 + r * 10000 + d * 1000 + u;\n"
             "o[3] = std::is_same_v<std::remove_cv_t<const volatile int>, int> + 2 * "
             "std::is_const<const int>::value + 4 * std::is_same<int, long>::value + 8 * "
             "std::is_array_v<int[3]> + 16 * std::is_same_v<std::common_type_t<int, float>, "
             "float>;\n") == "123 1121 345255 27");
  CHECK(left("template <class T, class = void> struct Has { static constexpr int v = 1; };\n"
             "template <class T> struct Has<T, std::void_t<decltype(T::x)>> { static constexpr int "
             "v = 2; };\nstruct A { static constexpr int x = 1; };\nstruct B {};\n"
             "__device__ float decay(float x) { return x * 2; }\n",
             "o[0] = Has<A>::v * 10 + Has<B>::v; o[1] = decay(4);\n"
             "o[2] = std::numeric_limits<float>::max() > 1e38f && "
             "-std::numeric_limits<float>::infinity() < std::numeric_limits<float>::lowest();\n"
             "o[3] = std::numeric_limits<int>::max();\n") == "21 8 1 2147483647");
}

TEST_CASE("Specializations and functions that only fit where an expression has a meaning") {
  CHECK(
      left("template <class T, class = void> struct X { static constexpr int v = 0; };\n"
           "template <class T> struct X<T, std::void_t<decltype(T::x)>> { static constexpr int v "
           "= 1; };\n"
           "template <class T, class = void> struct F : std::false_type {};\n"
           "template <class T> struct F<T, std::void_t<decltype(std::declval<T>().f(1))>> : "
           "std::true_type {};\n"
           "template <class T, class E = void> struct K { static constexpr int v = 1; };\n"
           "template <class T> struct K<T, std::enable_if_t<std::is_integral<T>::value>> { static "
           "constexpr int v = 2; };\n"
           "template <class T> struct K<T, typename "
           "std::enable_if<std::is_floating_point_v<T>>::type> { static constexpr int v = 3; };\n"
           "template <class A, class B, class = void> struct Sum : std::false_type {};\n"
           "template <class A, class B> struct Sum<A, B, std::void_t<decltype(std::declval<A>() + "
           "std::declval<B>())>> : std::true_type {};\n"
           "struct P { int x; __device__ int f(int a) { return a + 5; } }; struct Q { int y; };\n",
           "o[0] = X<P>::v * 10 + X<Q>::v + X<int>::v; o[1] = F<P>::value * 10 + F<Q>::value; "
           "o[2] = K<P>::v * 100 + K<int>::v * 10 + K<float>::v; o[3] = Sum<int, "
           "float>::value * 10 + Sum<P, int>::value;") == "10 10 123 10");
  CHECK(
      left("template <class T> __device__ auto f(T t) -> decltype(t.f(1)) { return t.f(1); }\n"
           "template <class T> __device__ std::enable_if_t<!std::is_class_v<T>, int> f(T t) { "
           "return -1; }\n"
           "template <class... A> __device__ auto sum(A... a) -> decltype((a + ...)) { return (a "
           "+ ...); }\n"
           "struct P { int x; __device__ int f(int a) { return a + 5; } template <class T> "
           "__device__ auto add(T y) -> decltype(x + y) { return x + y; } template <class T> "
           "__device__ auto mul(T y) -> decltype(this->x * y) { return x * y; } };\n"
           "template <class T, class = std::enable_if_t<std::is_integral_v<T>>, class = "
           "std::enable_if_t<(sizeof(T) > 4)>> __device__ int big(T) { return 1; }\n"
           "template <class T, std::enable_if_t<!(std::is_integral_v<T> && (sizeof(T) > 4)), int> "
           "= 0> __device__ int big(T) { return 2; }\n",
           "P p{5}; o[0] = f(p) * 10 + f(3); o[1] = sum(1, 2.5f, 3) * 2; o[2] = p.add(2.5f) * 2; "
           "o[3] = p.mul(3) * 100 + big(1L) * 10 + big(1);") == "59 13 15 1512");
  CHECK(
      left("template <class T> using less = decltype(std::declval<T>() < std::declval<T>());\n"
           "template <class, template <class> class Op, class = void> struct Can : "
           "std::false_type {};\n"
           "template <template <class> class Op, class T> struct Can<T, Op, std::void_t<Op<T>>> : "
           "std::true_type {};\n"
           "struct B {}; struct D : B { __device__ operator int() const { return 3; } };\n"
           "struct G { __device__ float operator()(int x) const { return x; } };\n",
           "o[0] = Can<int, less>::value * 10 + Can<B, less>::value; o[1] = "
           "std::is_convertible_v<D, int> + 2 * std::is_convertible<B, int>::value + 4 * "
           "std::is_base_of_v<B, D> + 8 * std::is_base_of_v<D, B>; o[2] = "
           "std::is_same_v<std::invoke_result_t<G, int>, float> + 2 * "
           "std::conjunction_v<std::true_type, std::is_class<B>> + 4 * "
           "std::disjunction_v<std::false_type> + 8 * std::negation_v<std::false_type>; int q[2] "
           "= {1, 2}; decltype(q[0]) r = q[1]; r = 7; o[3] = q[1];") == "10 5 11 7");
}

TEST_CASE("Static members of templates, in parentheses and among arguments") {
  CHECK(left("template <int N> struct R { static constexpr int v = N; };\n"
             "template <class T> struct S { static constexpr int v = sizeof(T); };\n"
             "template <int N> struct F { enum { value = N * F<N - 1>::value }; };\n"
             "template <> struct F<0> { enum { value = 1 }; };\n"
             "template <class T> __device__ int size() { return (S<T>::v) * 2; }\n",
             "o[0] = (R<3>::v); o[1] = (R<3>::v) - 1; o[2] = R<R<4>::v>::v * (size<int>()); "
             "o[3] = (F<5>::value);\n") == "3 2 32 120");
}

TEST_CASE("Conversions that structures bring along") {
  CHECK(left("struct H { float x; __device__ operator float() const { return x; } };\n"
             "struct I { __device__ operator int() const { return 2.9; } };\n"
             "struct D : I {};\n"
             "__device__ int f(int) { return 1; }\n__device__ int f(double) { return 2; }\n",
             "H a{2.5f}, b{3}; I i; D d; o[0] = -a * 10; o[1] = fmaxf(a, b) * 10; o[2] = i * 10 + "
             "d; o[3] = f(i) * 10 + !a;\n") == "-25 30 22 10");
}

TEST_CASE("The values say what a template of structures is of") {
  CHECK(left("template <class A, class B> struct Pair { A first; B second; };\n"
             "template <class T> struct W { T v; __device__ W(T x) : v(x) {} };\n",
             "Pair p{1, 2.5f}; W w(3.5); auto q = W{2}; const W r = w; o[0] = p.second * 10; o[1] "
             "= w.v * 10; o[2] = sizeof(q.v) * 10 + sizeof(w.v); o[3] = r.v * 2;\n") ==
        "25 35 48 7");
}

TEST_CASE("Guides and constructors say what a template of structures is of") {
  CHECK(
      left("template <class T> struct V { T a, b; __device__ V(T x, T y) : a(x), b(y) {} };\n"
           "template <class T, int N> struct A { T d[N]; };\n"
           "template <class T, class... U> A(T, U...) -> A<T, 1 + sizeof...(U)>;\n"
           "template <class T> struct W { T v; __device__ W(const char* s) : v(4) {} __device__ "
           "W(T t) : v(t) {} };\nexplicit W(const char*) -> W<int>;\n"
           "template <class F> struct L { F f; };\ntemplate <class F> L(F) -> L<F>;\n"
           "template <class T> struct R { T t; template <class U> __device__ R(U u, U w) : t(u + "
           "w) {} };\ntemplate <class U> R(U, U) -> R<double>;\n",
           "V v{1.5f, 2.5f}; o[0] = v.b * 2; A a{1, 2, 3}; o[1] = sizeof(a) + a.d[2]; W s(\"hi\"); "
           "o[2] = s.v; W w(2.5); o[3] = w.v * 2; auto g = [&](int x) { return x + 9; }; L l{g}; "
           "o[4] = l.f(1); R r(1, 2); o[5] = r.t / 2 * 10; o[6] = V(3, 4).b; const V c(5, 6); V "
           "d{c}; o[7] = d.a;",
           8) == "5 15 4 5 10 15 4 5");
  CHECK(
      left("template <class T> struct U { T v; template <class Q> __device__ U(Q q, T t) : v(t + "
           "(int)q) {} __device__ U(const T* p, int n) : v(p[n]) {} };\n"
           "template <class A, class B = int> struct D { A a; B b = 4; __device__ D(A x) : a(x) {} "
           "};\n"
           "template <class... T> struct N { int n = sizeof...(T); __device__ N(T... t) {} };\n"
           "template <class T, int M> struct A { T (&r)[M]; __device__ A(T (&a)[M]) : r(a) {} };\n",
           "U u(1, 2.5f); o[0] = u.v * 2; float q[2] = {1.5f, 2.5f}; const float* p = q; U w(p, "
           "1); o[1] = w.v * 2; D d(2.5f); o[2] = d.a * 2 + d.b; N n(1, 2.f, 'c'); o[3] = n.n; A "
           "r(q); o[4] = r.r[1] * 2 + sizeof(r.r);",
           5) == "7 5 9 3 13");
  CHECK(left("template <class T> struct V { T a; __device__ V(T x, T y) : a(x) {} };\n",
             "V v(1, 2.5f);") == "4:1: 'V' needs template arguments");
}

TEST_CASE("Structures of functions know the types and constants around them") {
  CHECK(
      left(
          "template <class T, int N> __device__ int f(T x) { using Q = T; constexpr int M = N * 2; "
          "struct S { T a[M]; Q b = 3; __device__ S(T v) { for (int i = 0; i < M; ++i) a[i] = v + "
          "i; } __device__ T sum() const { T s = 0; for (int i = 0; i < M; ++i) s += a[i]; return "
          "s + b; } static __device__ int n() { return sizeof(T) + M; } }; struct H { S s; int k; "
          "}; S s(x); H h{s, 5}; auto l = [&](S q) { S w = q; return w.sum(); }; return "
          "h.s.sum() * 100 + S::n() * 10 + (l(s) == s.sum()); }\n"
          "template <class T> struct O { struct I { T v; __device__ T twice() { T t = v; return t "
          "* 2; } }; I i; __device__ int go() { struct L { T z; I y; }; L l{3, i}; return l.z + "
          "l.y.twice(); } };\n"
          "template <class T> __device__ auto made(T x) { struct R { T v; }; return R{x}; }\n"
          "template <class To, class From> __device__ To bits(From f) { union { From a; To b; } u; "
          "u.a = f; return u.b; }\n",
          "o[0] = f<int, 2>(1); o[1] = f<double, 1>(1.5); O<float> p; p.i.v = 2.5f; o[2] = "
          "p.go(); o[3] = made(2.5).v * 2 + made(7).v; o[4] = bits<int>(2.0f); o[5] = "
          "bits<float>(0x40400000); for (struct { int i, j; } s = {0, 5}; s.i < 3; ++s.i) o[6] "
          "+= s.j; const int c = 3; struct C { int q[c]; }; o[7] = sizeof(C);",
          8) == "1381 801 8 12 1073741824 3 15 12");
}

TEST_CASE("Constants of templates within each other take no longer than they are") {
  std::string inner = "1", pair = "1";
  for (int i = 0; i < 24; ++i) inner = "F<" + inner + ">::v", pair = "G<2, " + pair + " >::v";
  CHECK(left("template <int N> struct F { static constexpr int v = N; };\n"
             "template <int A, int B> struct G { static constexpr int v = A + B; };\n"
             "constexpr int host = " +
                 inner + ";\n",
             "o[0] = " + inner + "; o[1] = " + pair + "; int a[" + pair +
                 "] = {}; o[2] = "
                 "sizeof(a); o[3] = host < 2 && 3 > 1;\n") == "1 49 196 1");
}

TEST_CASE("What lies within structures of structures") {
  CHECK(left("struct D { enum class Mode { r, g = 5 }; Mode m = Mode::g; };\n"
             "namespace n { struct X { enum class M { a = 9, b }; }; }\n"
             "template <class T> struct O { struct In { static constexpr int k = sizeof(T); static "
             "__device__ int f() { return 40 + k; } }; enum class Q { z = 3 }; };\n"
             "template <class T> struct Base { using V = T; using W = T*; };\n"
             "template <class T> struct E : Base<T> { using typename Base<T>::V; using typename "
             "Base<T>::W; V v; __device__ V get() { V x = v; W p = &x; return *p + 1; } };\n",
             "D d; using M = D::Mode; o[0] = (int)D::Mode::g * 10 + (d.m == M::g); o[1] = "
             "(int)n::X::M::b; o[2] = O<int>::In::k; o[3] = O<double>::In::f() + "
             "(int)O<int>::Q::z; E<float> e{{}, 2.5f}; o[4] = 10 * e.get();\n",
             5) == "51 10 4 51 35");
}

}  // TESTS_OF(core::cuda::templates)
