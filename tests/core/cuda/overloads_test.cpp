// Which of several functions or templates is meant.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::overloads) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;

TEST_CASE("Overloads that differ in const, or in the kind of reference") {
  check_file("overloads/const_overloads.cu");
  check_left(
      "struct A {};\nstruct B : A {};\nstruct C : B {};\n"
      "__device__ int f(const A&) { return 1; }\n__device__ int f(const B&) { return 2; }\n"
      "__device__ int f(A*) { return 3; }\n__device__ int f(B*) { return 4; }\n"
      "__device__ int f(void*) { return 5; }\n",
      "A a; C c; int i; o[0] = f(a); o[1] = f(c); o[2] = f(&c); o[3] = f(&i);\n", {1, 2, 4, 5});
}

TEST_CASE("T&& stands for what it is given, and std::forward gives that on") {
  check_left(
      "__device__ int g(int&) { return 1; }\n__device__ int g(const int&) { return 2; }\n"
      "__device__ int g(int&&) { return 3; }\n"
      "template <class... A> __device__ int all(A&&... a) { int s = 0; ((s = s * 10 + "
      "g(std::forward<A>(a))), ...); return s; }\n"
      "template <class T> __device__ int grow(T&& x) { T y = x; y += 5; return x; }\n",
      "int a = 1; const int b = 2; o[0] = all(a, b, 3); o[1] = grow(a); o[2] = a; o[3] = "
      "grow(7);\n",
      {123, 6, 6, 7});
}

TEST_CASE("Functions of const structures and of others") {
  check_file("overloads/const_structures.cu");
}

TEST_CASE("The template that takes less is meant") { check_file("overloads/narrower_template.cu"); }

TEST_CASE("A specialization fits only what it says") {
  check_file("overloads/fitting_specialization.cu");
}

TEST_CASE("Arguments that are written out leave conversions to the values") {
  check_left(
      "template <class T> __device__ T add(T a, T b) { return a + b; }\n"
      "template <class R, class T> __device__ R as(T x) { return (R)x; }\n"
      "template <class T> __device__ T most(const T& a, const T& b) { return a > b ? a : b; "
      "}\n",
      "o[0] = add<double>(1, 2.5) * 2; o[1] = as<int>(2.7f); o[2] = most<float>(1, 2.5f) * "
      "2; o[3] = add<short>(70000, 1);\n",
      {7, 2, 5, 4465});
}

TEST_CASE("Friends that a structure defines are found through its values") {
  check_file("overloads/friends.cu");
}

TEST_CASE("Operators of structures and others are compared with each other") {
  check_left(
      "struct V { float x; __device__ V(float a) : x(a) {}\n"
      "  __device__ V operator*(float s) const { return V(x * s + 1000); } };\n"
      "__device__ V operator*(V a, V b) { return V(a.x * b.x); }\n",
      "V a(2), b(3); o[0] = (a * b).x; o[1] = (a * 2.0f).x; o[2] = (2.0f * a).x;\n", {6, 1004, 4});
}

TEST_CASE("Members of bases, and of one specialization") {
  check_file("overloads/members_of_bases.cu");
}

TEST_CASE("Definitions outside belong to the declaration with their parameters and const") {
  check_left(
      "struct S { int x; __device__ int& at(int); __device__ int at(int) const;\n"
      "  __device__ int f(int a, int b = 2); __device__ int f(float a, float b = 3); };\n"
      "__device__ int& S::at(int) { return x; }\n"
      "__device__ int S::at(int) const { return x + 100; }\n"
      "__device__ int S::f(float a, float b) { return 10 * a + b; }\n"
      "__device__ int S::f(int a, int b) { return 100 * a + b; }\n",
      "S s{5}; s.at(0) = 6; const S c{1}; o[0] = s.x; o[1] = c.at(0); o[2] = s.f(1); o[3] = "
      "s.f(1.0f);\n",
      {6, 101, 102, 13});
}

TEST_CASE("Functions beside a structure in its namespace are found through its values") {
  check_left(
      "namespace a { struct V { int x; };\n"
      "  __device__ V operator+(V p, V q) { return V{p.x + q.x}; }\n"
      "  __device__ int of(V v) { return v.x; } }\n"
      "namespace b { struct V { int x; };\n"
      "  __device__ V operator+(V p, V q) { return V{p.x * q.x}; }\n"
      "  __device__ int of(V v) { return -v.x; } }\n",
      "a::V p{3}; b::V q{4}; o[0] = of(p + p); o[1] = of(q + q);\n", {6, -16});
}

TEST_CASE("Operators of enumerations with one operand") {
  check_file("overloads/operators_of_enumerations.cu");
  CHECK(error_of("enum class E { a };\n", "E e = E::a; o[0] = int(-e);") ==
        "4:24: no operator '-' for 'E'");
}

TEST_CASE("A specialization belongs to the template that is chosen, with the same types") {
  check_file("overloads/chosen_template.cu");
  // Overloads come first, whatever their specializations take.
  check_left(
      "template <class T> __device__ int f(T) { return 1; }\n"
      "template <class T> __device__ int f(T*) { return 2; }\n"
      "template <> __device__ int f(int*) { return 3; }\n"
      "template <> __device__ int f(const float* p) { return 4; }\n"
      "template <class... A> __device__ int n(A... a) { return sizeof...(A); }\n"
      "template <> __device__ int n(int a, float) { return 100 + a; }\n",
      "int a = 1; float b = 2; const float c = 3; o[0] = f(a) * 1000 + f(&a) * 100 + f(&b) "
      "* 10 + f(&c); o[1] = n(1, 2.0f); o[2] = n(1, 2); o[3] = n();\n",
      {1324, 101, 2, 0});
  // The values that its template declares are its own; what a name stands for there is not.
  check_left(
      "constexpr int N = 7;\n"
      "template <int N> __device__ int f(int k = 4) { return N + k; }\n"
      "template <> __device__ int f<3>(int k) { return 100 * N + k; }\n",
      "o[0] = f<2>(); o[1] = f<3>(); o[2] = f<3>(1);\n", {6, 704, 701});
  check_left(
      "struct S { template <class T> __device__ int f(T a) { return 1; }\n"
      "  template <class T> __device__ T g() { return T(1); } };\n"
      "template <> __device__ int S::f<int>(int a) { return 20 + a; }\n"
      "template <> __device__ int S::f(float a) { return 30 + a; }\n"
      "template <> __device__ int S::g() { return 44; }\n",
      "S s; o[0] = s.f(1); o[1] = s.f(2.f); o[2] = s.f(2.) * 100 + s.f<int>(3.5); o[3] = "
      "s.g<int>() + s.g<char>();\n",
      {21, 32, 123, 45});
}

}  // TESTS_OF(core::cuda::overloads)
