// Which of several functions or templates is meant.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::overloads) {

using loom::tests::cuda::left;

TEST_CASE("Overloads that differ in const, or in the kind of reference") {
  CHECK(left("__device__ int f(const int*) { return 1; }\n"
             "__device__ int f(int*) { return 2; }\n"
             "__device__ int g(const int&) { return 1; }\n"
             "__device__ int g(int&) { return 2; }\n"
             "__device__ int g(int&&) { return 3; }\n"
             "__device__ int p(bool) { return 1; }\n"
             "__device__ int p(const void*) { return 2; }\n",
             "int a = 0; const int b = 0; const int* q = &a; const int& r = a; int&& s = 4;\n"
             "o[0] = f(&a) * 10 + f(q); o[1] = g(a) * 100 + g(b) * 10 + g(3);\n"
             "o[2] = g(r) * 100 + g(s) * 10 + g(a + 1); o[3] = g(std::move(a)) * 100 + "
             "g(static_cast<int&&>(a)) * 10 + p(&a);\n") == "21 213 123 332");
  CHECK(left("struct A {};\nstruct B : A {};\nstruct C : B {};\n"
             "__device__ int f(const A&) { return 1; }\n__device__ int f(const B&) { return 2; }\n"
             "__device__ int f(A*) { return 3; }\n__device__ int f(B*) { return 4; }\n"
             "__device__ int f(void*) { return 5; }\n",
             "A a; C c; int i; o[0] = f(a); o[1] = f(c); o[2] = f(&c); o[3] = f(&i);\n") ==
        "1 2 4 5");
}

TEST_CASE("T&& stands for what it is given, and std::forward gives that on") {
  CHECK(left("__device__ int g(int&) { return 1; }\n__device__ int g(const int&) { return 2; }\n"
             "__device__ int g(int&&) { return 3; }\n"
             "template <class... A> __device__ int all(A&&... a) { int s = 0; ((s = s * 10 + "
             "g(std::forward<A>(a))), ...); return s; }\n"
             "template <class T> __device__ int grow(T&& x) { T y = x; y += 5; return x; }\n",
             "int a = 1; const int b = 2; o[0] = all(a, b, 3); o[1] = grow(a); o[2] = a; o[3] = "
             "grow(7);\n") == "123 6 6 7");
}

TEST_CASE("Functions of const structures and of others") {
  CHECK(left("struct S { int x; mutable int m;\n"
             "  __device__ int& at() { return x; }\n"
             "  __device__ int at() const { return x + 100; }\n"
             "  __device__ int via() const { m = 5; return at(); }\n"
             "  __device__ int operator()(int) { return 1; }\n"
             "  __device__ int operator()(int) const { return 2; }\n};\n"
             "__device__ int of(const S& s) { return s.at() * 10 + s(1); }\n"
             "__device__ int of(const S* s) { return s->at(); }\n",
             "S s{7, 1}; const S c[2] = {{1, 1}, {2, 2}};\n"
             "s.at() += 1; o[0] = s.at() * 10 + s(1); o[1] = of(s); o[2] = of(&s) + c[1].at(); "
             "o[3] = s.via() * 10 + s.m;\n") == "81 1082 210 1085");
}

TEST_CASE("The template that takes less is meant") {
  CHECK(left("template <class A, class B> struct Q { A a; B b; };\n"
             "template <class T> __device__ int f(T) { return 1; }\n"
             "template <class T> __device__ int f(T*) { return 2; }\n"
             "template <class T> __device__ int f(T**) { return 3; }\n"
             "template <class A, class B> __device__ int f(Q<A, B>) { return 4; }\n"
             "template <class A> __device__ int f(Q<A, A>) { return 5; }\n"
             "template <class T> __device__ int c(T&) { return 1; }\n"
             "template <class T> __device__ int c(const T&) { return 2; }\n"
             "template <class T, class... U> __device__ int v(T, U...) { return 1; }\n"
             "template <class T, class U, class... V> __device__ int v(T, U, V...) { return 2; }\n"
             "template <class T> __device__ int s(T) { return 1; }\n"
             "template <> __device__ int s<int>(int) { return 2; }\n"
             "__device__ int s(double) { return 3; }\n",
             "int a = 0; const int b = 0; int* p = &a; Q<int, float> q{}; Q<int, int> r{};\n"
             "o[0] = f(a) * 100 + f(p) * 10 + f(&p); o[1] = f(q) * 10 + f(r);\n"
             "o[2] = c(a) * 100 + c(b) * 10 + c(3); o[3] = v(1) * 100 + v(1, 2) * 10 + v(1, 2, "
             "3); o[4] = s(1) * 100 + s(1.0) * 10 + s('a');\n",
             5) == "123 45 122 122 231");
}

TEST_CASE("A specialization fits only what it says") {
  CHECK(left("template <class T> struct N { static constexpr int v = 0; };\n"
             "template <class T> struct N<T*> { static constexpr int v = 1; };\n"
             "template <class T> struct N<T**> { static constexpr int v = 2; };\n"
             "template <class T> struct N<const T> { static constexpr int v = 3; };\n"
             "template <class T> struct N<T&> { static constexpr int v = 4; };\n"
             "template <class T> struct N<T&&> { static constexpr int v = 5; };\n"
             "template <class R, class A> struct N<R (*)(A)> { static constexpr int v = 6; };\n"
             "template <class A, class B> struct M { static constexpr int v = 0; };\n"
             "template <class A> struct M<A, A> { static constexpr int v = 1; };\n"
             "template <class A> struct M<A*, A*> { static constexpr int v = 2; };\n",
             "o[0] = N<int>::v * 1000 + N<const int>::v * 100 + N<int&>::v * 10 + N<int&&>::v;\n"
             "o[1] = N<float*>::v * 1000 + N<float**>::v * 100 + N<float[5]>::v * 10 + "
             "N<int (*)(int)>::v; o[2] = N<const float*>::v;\n"
             "int both = M<int, float>::v * 100 + M<int, int>::v * 10; o[3] = both + M<int*, "
             "int*>::v;\n") == "345 1206 1 12");
}

TEST_CASE("Arguments that are written out leave conversions to the values") {
  CHECK(left("template <class T> __device__ T add(T a, T b) { return a + b; }\n"
             "template <class R, class T> __device__ R as(T x) { return (R)x; }\n"
             "template <class T> __device__ T most(const T& a, const T& b) { return a > b ? a : b; "
             "}\n",
             "o[0] = add<double>(1, 2.5) * 2; o[1] = as<int>(2.7f); o[2] = most<float>(1, 2.5f) * "
             "2; o[3] = add<short>(70000, 1);\n") == "7 2 5 4465");
}

TEST_CASE("Friends that a structure defines are found through its values") {
  CHECK(left("struct P { int a; __device__ operator float() const { return 100; }\n"
             "  friend __device__ P operator*(float s, P v) { return P{(int)(s * v.a)}; }\n"
             "  friend __device__ int get(const P* p) { return p->a; } };\n"
             "template <class T> struct V { T x;\n"
             "  friend __device__ V operator*(T s, const V& v) { return V{s * v.x}; }\n"
             "  template <class U> friend __device__ U sum(const V& a, U u) { return a.x + u; } "
             "};\n",
             "P p{3}; V<float> v{2.5f}; o[0] = (2.0f * p).a; o[1] = get(&p); o[2] = (2 * v).x; "
             "o[3] = sum(v, 2.5) * 10;\n") == "6 3 5 50");
}

TEST_CASE("Operators of structures and others are compared with each other") {
  CHECK(left("struct V { float x; __device__ V(float a) : x(a) {}\n"
             "  __device__ V operator*(float s) const { return V(x * s + 1000); } };\n"
             "__device__ V operator*(V a, V b) { return V(a.x * b.x); }\n",
             "V a(2), b(3); o[0] = (a * b).x; o[1] = (a * 2.0f).x; o[2] = (2.0f * a).x;\n",
             3) == "6 1004 4");
}

TEST_CASE("Members of bases, and of one specialization") {
  CHECK(left("struct A { int x; __device__ A(int v) : x(v) {}\n"
             "  __device__ int f(int) { return 1; }\n  __device__ int f(double) { return 2; } };\n"
             "struct C : A { using A::f; __device__ C() : A(5) {}\n"
             "  __device__ int f(char) { return 3; }\n  __device__ int f(double) { return 4; } };\n"
             "template <class T> struct W : public T { __device__ W(int v) : T(v) {} };\n"
             "template <class T> struct L { static __device__ int f() { return 1; } };\n"
             "template <> __device__ int L<float>::f() { return 2; }\n",
             "C c; W<A> w(4); o[0] = c.f(1) * 100 + c.f(1.0) * 10 + c.f('a'); o[1] = w.x; o[2] = "
             "L<float>::f() * 10 + L<int>::f();\n",
             3) == "143 4 21");
}

TEST_CASE("Definitions outside belong to the declaration with their parameters and const") {
  CHECK(left("struct S { int x; __device__ int& at(int); __device__ int at(int) const;\n"
             "  __device__ int f(int a, int b = 2); __device__ int f(float a, float b = 3); };\n"
             "__device__ int& S::at(int) { return x; }\n"
             "__device__ int S::at(int) const { return x + 100; }\n"
             "__device__ int S::f(float a, float b) { return 10 * a + b; }\n"
             "__device__ int S::f(int a, int b) { return 100 * a + b; }\n",
             "S s{5}; s.at(0) = 6; const S c{1}; o[0] = s.x; o[1] = c.at(0); o[2] = s.f(1); o[3] = "
             "s.f(1.0f);\n") == "6 101 102 13");
}

TEST_CASE("Functions beside a structure in its namespace are found through its values") {
  CHECK(left("namespace a { struct V { int x; };\n"
             "  __device__ V operator+(V p, V q) { return V{p.x + q.x}; }\n"
             "  __device__ int of(V v) { return v.x; } }\n"
             "namespace b { struct V { int x; };\n"
             "  __device__ V operator+(V p, V q) { return V{p.x * q.x}; }\n"
             "  __device__ int of(V v) { return -v.x; } }\n",
             "a::V p{3}; b::V q{4}; o[0] = of(p + p); o[1] = of(q + q);\n", 2) == "6 -16");
}

TEST_CASE("Operators of enumerations with one operand") {
  CHECK(left("enum class E { a = 1, b = 2 };\nenum P { p, q, r };\n"
             "__device__ E operator~(E e) { return E(7 & ~int(e)); }\n"
             "__device__ E operator!(E x) { return E(int(x) + 10); }\n"
             "__device__ int operator*(E x) { return int(x) + 20; }\n"
             "__device__ E operator-(E x) { return E(int(x) + 40); }\n"
             "__device__ E& operator++(E& x) { x = E(int(x) * 2); return x; }\n"
             "__device__ E operator++(E& x, int) { E o = x; x = E(int(x) * 2); return o; }\n"
             "__device__ P& operator++(P& x) { x = P((x + 1) % 3); return x; }\n",
             "E e = E::a; o[0] = int(~e); o[1] = int(!e); o[2] = *e + int(-E::b); ++e; o[3] = "
             "int(e++); o[4] = int(e); P v = r; ++v; o[5] = v * 10 + ~q; o[6] = !p;",
             7) == "6 11 63 2 4 -2 1");
  CHECK(left("enum class E { a };\n", "E e = E::a; o[0] = int(-e);") ==
        "4:24: no operator '-' for 'E'");
}

TEST_CASE("A specialization belongs to the template that is chosen, with the same types") {
  CHECK(left("template <class T> __device__ T r(float) { return 99; }\n"
             "template <> __device__ int r(float f) { return (int)f; }\n"
             "template <class R, class A> __device__ R two(A a) { return 5; }\n"
             "template <> __device__ int two<int, float>(float a) { return (int)(a * 2); }\n"
             "template <> __device__ float two<float>(float a) { return a * 3; }\n"
             "template <class T> __device__ T declared(float);\n"
             "template <> __device__ int declared<>(float f) { return (int)f + 1; }\n",
             "o[0] = r<int>(1.5f); o[1] = r<long>(1.5f); o[2] = two<int>(1.5f); o[3] = 10 * "
             "two<float>(1.5f); o[4] = two<double>(1.5f); o[5] = declared<int>(3.5f);\n",
             6) == "1 99 3 45 5 4");
  // Overloads come first, whatever their specializations take.
  CHECK(left("template <class T> __device__ int f(T) { return 1; }\n"
             "template <class T> __device__ int f(T*) { return 2; }\n"
             "template <> __device__ int f(int*) { return 3; }\n"
             "template <> __device__ int f(const float* p) { return 4; }\n"
             "template <class... A> __device__ int n(A... a) { return sizeof...(A); }\n"
             "template <> __device__ int n(int a, float) { return 100 + a; }\n",
             "int a = 1; float b = 2; const float c = 3; o[0] = f(a) * 1000 + f(&a) * 100 + f(&b) "
             "* 10 + f(&c); o[1] = n(1, 2.0f); o[2] = n(1, 2); o[3] = n();\n") == "1324 101 2 0");
  // The values that its template declares are its own; what a name stands for there is not.
  CHECK(left("constexpr int N = 7;\n"
             "template <int N> __device__ int f(int k = 4) { return N + k; }\n"
             "template <> __device__ int f<3>(int k) { return 100 * N + k; }\n",
             "o[0] = f<2>(); o[1] = f<3>(); o[2] = f<3>(1);\n", 3) == "6 704 701");
  CHECK(left("struct S { template <class T> __device__ int f(T a) { return 1; }\n"
             "  template <class T> __device__ T g() { return T(1); } };\n"
             "template <> __device__ int S::f<int>(int a) { return 20 + a; }\n"
             "template <> __device__ int S::f(float a) { return 30 + a; }\n"
             "template <> __device__ int S::g() { return 44; }\n",
             "S s; o[0] = s.f(1); o[1] = s.f(2.f); o[2] = s.f(2.) * 100 + s.f<int>(3.5); o[3] = "
             "s.g<int>() + s.g<char>();\n") == "21 32 123 45");
}

}  // TESTS_OF(core::cuda::overloads)
