// Structures that have bases.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::bases) {

using loom::tests::cuda::left;

TEST_CASE("An empty base knows what it is part of") {
  CHECK(left("template <class D> struct L { __device__ D& self() { return "
             "*static_cast<D*>(this); }\n"
             "  __device__ const D* that() const { return static_cast<const D*>(this); }\n"
             "  __device__ int f(int x) { return self().g(x); } __device__ int h(int x) const { "
             "return that()->g(x) + 1; } };\n"
             "struct M : L<M> { int w; __device__ int g(int x) const { return w * x; } };\n"
             "__device__ M made(int w) { M m; m.w = w; return m; }\n",
             "M m; m.w = 2; o[0] = m.f(3); o[1] = m.h(4); L<M>* p = &m; o[2] = p->h(5); o[3] = "
             "made(7).f(2);\n") == "6 9 11 14");
}

TEST_CASE("Bases") {
  CHECK(left("struct A { int a = 1; __device__ int get() const { return a; } static constexpr int "
             "id = 7; };\n"
             "struct B { int b; double d = 2; __device__ B(int v) : b(v) {} __device__ void bump() "
             "{ ++b; } };\n"
             "struct E {};\n"
             "struct C : A, E, B { int a2; __device__ C() : B(5), a2(9) {} __device__ int all() { "
             "bump(); return get() * 1000 + b * 100 + a2; } };\n"
             "struct D : C { int a = 3; __device__ int both() const { return a * 10 + A::a; } };\n"
             "__device__ int take(const B& b) { return b.b; }\n"
             "__device__ int through(const B* b) { return b->b * 2; }\n",
             "C c; o[0] = c.all(); o[1] = take(c); D d; o[2] = d.both(); B& r = d; r.bump(); o[3] "
             "= d.b; o[4] = through(&d);\n"
             "o[5] = D::id + (int)sizeof(C); A s = d; o[6] = s.a;\n",
             7) == "1609 6 31 6 12 39 1");
  CHECK(left("template <class D> struct Base { __device__ int run(int x) { return "
             "static_cast<D*>(this)->impl(x) + 1; } __device__ int twice(int x) const { return "
             "static_cast<const D&>(*this).other(x); } };\n"
             "struct Derived : Base<Derived> { int k = 2; __device__ int impl(int x) { return x * "
             "k; } __device__ int other(int x) const { return x * k * k; } };\n"
             "struct Chain { int v; __device__ Chain* me() { return this; } __device__ Chain& "
             "set(int x) { v = x; return *this; } };\n"
             "struct P { int v = 4; __device__ int f() const { return of(this); } static "
             "__device__ int of(const P* p) { return p->v; } };\n",
             "Derived t; o[0] = t.run(5); o[1] = t.twice(5); Chain s; s.set(3).set(8); o[2] = "
             "s.me()->v; P p; o[3] = p.f();\n") == "11 20 8 4");
  CHECK(left("struct A { int x; };\n"
             "struct B : virtual A { int y; };\n",
             "B b; o[0] = b.y;\n") ==
        "5:1: 'B' cannot be used: its declaration could not be read (2:12: virtual bases are not "
        "taken; make the base a member)");
  CHECK(left("struct S { virtual void f(); };\n", "S s; o[0] = 1;\n") ==
        "4:1: 'S' cannot be used: its declaration could not be read (1:12: virtual functions are "
        "not taken; use a template parameter)");
}

TEST_CASE("A reference to a base is to a part of the object") {
  CHECK(
      left(
          "struct B { int x; };\nstruct D : B { int s; };\n"
          "__device__ void put(B& b, int v) { b.x = v; }\n"
          "__device__ B& same_one(B& b) { return b; }\n__device__ B& base_of(D& d) { return d; }\n"
          "__device__ int read(const B& b, D& d) { d.x = 50; return b.x; }\n"
          "template <class T> struct Shape { int n = 1; __device__ int area() const { return "
          "static_cast<const T*>(this)->own(); } };\n"
          "struct Square : Shape<Square> { int s; __device__ int own() const { return 3 * s; } };\n"
          "__device__ int twice(const Shape<Square>& a) { return 2 * a.area(); }\n",
          "D d; d.s = 1; put(d, 9); o[0] = d.x; o[1] = read(d, d); same_one(d).x = 5; o[2] = d.x; "
          "D a[2]; put(a[1], 7); o[3] = a[1].x; __shared__ D t; put(t, 8); o[4] = t.x; D* p = &d; "
          "put(*p, 6); o[5] = d.x; Square c; c.s = 2; o[6] = twice(c); "
          "auto l = [](B& b) { b.x = 31; }; l(d); o[7] = d.x + d.s; base_of(d).x = 17; o[8] = "
          "d.x;\n",
          9) == "9 50 5 7 8 6 12 32 17");
}

TEST_CASE("Constructors that a structure has from its base") {
  const std::string head =
      "struct Base { int a, b; __device__ Base() : a(1), b(2) {} __device__ Base(int x) : a(x), "
      "b(x "
      "* 2) {} __device__ Base(int x, int y) : a(x), b(y) {} template <class T> __device__ Base(T* "
      "p, int q) : a(*p), b(q + 1) {} };\n"
      "struct D : Base { using Base::Base; int c = 7; };\n"
      "template <class T> struct A { T t; __device__ explicit A(T x) : t(x) {} };\n"
      "template <class T> struct B : A<T> { using A<T>::A; int k = 4; };\n"
      "template <class T> struct C : A<T> { using S = A<T>; using S::S; int k = 5; __device__ C() "
      ": "
      "S(42) {} };\n"
      "struct F : D { using D::D; __device__ F(int x) : D(x, 77) {} };\n"
      "struct P : A<int>, A<float> { using I = A<int>; __device__ P() : A<float>(2.5f), I(3) {} "
      "};\n"
      "struct E : Base { int c; };\n"
      "__device__ int sum(D d) { return d.a + d.b + d.c; }\n";
  CHECK(left(head,
             "D d(5); o[0] = sum(d); D e(3, 4); o[1] = e.b; D g; o[2] = sum(g); D h{8, 9}; o[3] = "
             "sum(h); D i = 6; o[4] = sum(i) + sum(1); int n = 30; D w(&n, 4); o[5] = w.a + w.b;",
             6) == "22 4 10 24 35 35");
  CHECK(left(head,
             "B<int> t(6); o[0] = t.t + t.k; C<float> q(2.5f); o[1] = q.t * 2; C<int> z; o[2] = "
             "z.t; F f(1); o[3] = f.b; F g(1, 2); o[4] = g.b + g.c; P p; o[5] = p.A<int>::t + "
             "p.A<float>::t * 2; E e[2]; o[6] = e[1].b;",
             7) == "10 5 42 77 9 8 2");
}

TEST_CASE("Members of a base that stands before '::'") {
  const std::string head =
      "template <class T> struct Base { T v = 3; __device__ T get() { return v + 1; } static "
      "__device__ int id() { return 9; } };\n"
      "template <class T> struct D : Base<T> { using B = Base<T>; __device__ int all() { return "
      "B::get() * 2 + B::id(); } __device__ int sum() { return B::v + this->B::get() + "
      "Base<T>::get() + this->B::v; } };\n"
      "struct E : Base<int> { using B = Base<int>; int v = 70; __device__ int get() { return "
      "B::get() * 3 + Base::get(); } };\n"
      "struct S { int x; __device__ int get() { return x; } static __device__ int first() { return "
      "get(); } static __device__ int second() { return x; } };\n";
  CHECK(left(head,
             "D<int> d; d.v = 5; o[0] = d.all(); o[1] = d.sum(); E e; e.B::v = 7; o[2] = "
             "e.get(); E* p = &e; o[3] = p->B::get() + e.v; o[4] = d.Base<int>::get() + "
             "d.Base<int>::v;",
             5) == "21 22 32 78 11");
  CHECK(left(head, "o[0] = S::first();") == "4:93: 'get' needs an object");
  CHECK(left(head, "o[0] = S::second();") == "4:142: 'x' needs an object");
  CHECK(left(head, "o[0] = S::get();") == "7:8: 'get' needs an object");
  CHECK(left(head, "E e; o[0] = e.S::get();") == "7:15: 'E' has no base 'S'");
}

}  // TESTS_OF(core::cuda::bases)
