// Structures that have bases.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::bases) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;

TEST_CASE("An empty base knows what it is part of") { check_file("bases/empty_base.cu"); }

TEST_CASE("Bases") {
  check_file("bases/bases.cu");
  check_file("bases/bases_2.cu");
  CHECK(error_of("struct A { int x; };\n"
                 "struct B : virtual A { int y; };\n",
                 "B b; o[0] = b.y;\n") ==
        "5:1: 'B' cannot be used: its declaration could not be read (2:12: virtual bases are not "
        "taken; make the base a member)");
  CHECK(error_of("struct S { virtual void f(); };\n", "S s; o[0] = 1;\n") ==
        "4:1: 'S' cannot be used: its declaration could not be read (1:12: virtual functions are "
        "not taken; use a template parameter)");
}

TEST_CASE("A reference to a base is to a part of the object") {
  check_file("bases/reference_to_base.cu");
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
  check_left(head,
             "D d(5); o[0] = sum(d); D e(3, 4); o[1] = e.b; D g; o[2] = sum(g); D h{8, 9}; o[3] = "
             "sum(h); D i = 6; o[4] = sum(i) + sum(1); int n = 30; D w(&n, 4); o[5] = w.a + w.b;",
             {22, 4, 10, 24, 35, 35});
  check_left(head,
             "B<int> t(6); o[0] = t.t + t.k; C<float> q(2.5f); o[1] = q.t * 2; C<int> z; o[2] = "
             "z.t; F f(1); o[3] = f.b; F g(1, 2); o[4] = g.b + g.c; P p; o[5] = p.A<int>::t + "
             "p.A<float>::t * 2; E e[2]; o[6] = e[1].b;",
             {10, 5, 42, 77, 9, 8, 2});
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
  check_left(head,
             "D<int> d; d.v = 5; o[0] = d.all(); o[1] = d.sum(); E e; e.B::v = 7; o[2] = "
             "e.get(); E* p = &e; o[3] = p->B::get() + e.v; o[4] = d.Base<int>::get() + "
             "d.Base<int>::v;",
             {21, 22, 32, 78, 11});
  CHECK(error_of(head, "o[0] = S::first();") == "4:93: 'get' needs an object");
  CHECK(error_of(head, "o[0] = S::second();") == "4:142: 'x' needs an object");
  CHECK(error_of(head, "o[0] = S::get();") == "7:8: 'get' needs an object");
  CHECK(error_of(head, "E e; o[0] = e.S::get();") == "7:15: 'E' has no base 'S'");
}

}  // TESTS_OF(core::cuda::bases)
