// Structures with bases, references and nameless members; pointers to functions; tables that are
// computed before the kernel runs.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::objects) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;
using loom::tests::cuda::run_body;

TEST_CASE("Members that are references") { check_file("objects/references.cu"); }

TEST_CASE("The values of members' declarations count where no other is given") {
  const char* types =
      "struct S { int y = 3; int z = 1; };\nstruct C { int v; __device__ C(int a = 5) : v(a) {} "
      "};\n"
      "struct N { S s; int k = 2; C c; int rest; };\n"
      "struct M { N n; int own; __device__ M() : n(), own(n.k) {} };\n"
      "__device__ S lone; __constant__ S part[3] = {{7}, {8, 9}};\n";
  check_left(types,
             "S a{}; S b = S(); S c = {7}; S d; o[0] = a.y; o[1] = b.z; o[2] = c.y * 10 + "
             "c.z; o[3] = d.y;",
             {3, 1, 71, 3});
  check_left(types,
             "N a{}; N b[2][2] = {}; M m; o[0] = a.s.y * 10 + a.k; o[1] = b[1][1].c.v; o[2] "
             "= m.n.s.y * 10 + m.own; o[3] = a.rest;",
             {32, 5, 32, 0});
  check_left(types,
             "S a[3]; S b[4] = {{1}, {2, 4}}; C c[2]; o[0] = a[2].y; o[1] = b[0].z * 100 + "
             "b[1].z * 10 + b[3].y; o[2] = c[1].v; o[3] = S{}.y;",
             {3, 143, 5, 3});
  check_left(types, "o[0] = lone.y; o[1] = part[0].z; o[2] = part[1].z; o[3] = part[2].y;",
             {3, 1, 9, 3});
}

TEST_CASE("Member functions may change a temporary") {
  const char* types =
      "struct S { int n; __device__ S(int v) : n(v) {} __device__ int next() { return n++; }\n"
      "  __device__ S& add(int k) { n += k; return *this; }\n"
      "  __device__ S& operator+=(S o) { n += o.n; return *this; } };\n"
      "__device__ S operator+(S a, S b) { return S(a.n + b.n); }\n"
      "__device__ S made() { return S(5); }\n"
      "struct Big { int v[8]; __device__ int set(int i, int x) { v[i] = x; return v[i] + v[0]; } "
      "};\n"
      "__device__ int twice(S&& s) { s.next(); return s.next(); }\n";
  check_left(
      types,
      "S a = 3, b = 4; o[0] = S{7}.next() * 10 + made().next(); o[1] = S{1}.add(2).add(3).n; "
      "o[2] = (S(a) += b).n; o[3] = a.n; o[4] = ((a + b) += S(5)).n; S c = S{1}.add(9); a += "
      "S{2}.add(1); o[5] = c.n * 10 + a.n; o[6] = twice(S(3));\n",
      {75, 6, 7, 3, 12, 106, 4});
  check_left(types,
             "Big a{{1}}; o[0] = Big{}.set(2, 5); o[1] = Big{{1, 2}}.set(3, 5); o[2] = "
             "Big(a).set(0, 9); o[3] = a.v[0];\n",
             {5, 6, 18, 1});
}

TEST_CASE("A structure that is a number can be an index, and what 'switch' takes") {
  check_left(
      "#include <type_traits>\nstruct I { int v; __device__ operator int() const { return "
      "v; } };\n"
      "enum E { e0, e1 }; struct F { __device__ operator E() const { return e1; } };\n"
      "struct P { int* p; __device__ operator int*() const { return p; } };\n",
      "int a[4] = {10, 20, 30, 40}, *p = a; I i{2}; std::integral_constant<int, 3> c; o[0] "
      "= a[i] + p[i]; o[1] = *(p + i) + i[a]; p += i; o[2] = *p + a[F{}]; o[3] = a[c]; "
      "switch (i) { case 2: o[4] = 5; } switch (c) { case 3: o[5] = 6; } switch (F{}) { "
      "case e1: o[6] = 7; default:; } o[7] = P{a}[1];\n",
      {60, 60, 50, 40, 5, 6, 7, 20});
}

TEST_CASE("Explicit conversions do not happen by themselves") {
  check_left(
      "struct D { int id = 3; float w = 1.5f; __device__ explicit operator bool() const { "
      "return id > 0; } __device__ operator float() const { return w; } };\n"
      "struct P { int* p; __device__ explicit operator bool() const { return p != nullptr; "
      "} };\n",
      "D d; o[0] = 10 * (d + 1.f); o[1] = 10 * (d * 2); o[2] = d > 1.2f; o[3] = -2 * -d; if "
      "(d) o[4] = !d ? 1 : d ? 2 : 3; P p{o}; o[5] = p ? 4 : 5; p.p = nullptr; o[6] = p "
      "|| false; o[7] = static_cast<bool>(d);\n",
      {25, 30, 1, 3, 2, 4, 0, 1});
}

TEST_CASE("A member's own value may name other members, of bases too") {
  check_left(
      "struct A { int m = 3; }; struct B : A { int z = m * 2; };\n"
      "struct Q { int a = 4, b = a + 1, c = this->b * 2, d[2] = {a, b}; };\n"
      "struct R { int n, k = n + 1; __device__ R(int n) : n(n * 10) {} };\n",
      "int m = 100, a = 200; B z; o[0] = z.z + B{}.z; Q q, p{7}; o[1] = q.b * 100 + q.c * "
      "10 + q.d[1]; o[2] = p.b * 100 + p.c; o[3] = R(2).k;\n",
      {12, 605, 816, 21});
}

TEST_CASE("A reference to a structure without members") {
  check_left(
      "struct Grid { __device__ int size() const { return 7; } };\n"
      "struct Group { const Grid& grid; __device__ Group(const Grid& g) : grid(g) {} "
      "__device__ int get() const { return grid.size(); } };\n",
      "Grid g; Group all(g); o[0] = all.get(); const Grid* p = &g; o[1] = p->size();\n",
      {7, 7, 0, 0});
}

TEST_CASE("Constructors that are written outside of their structure") {
  check_file("objects/constructors_outside.cu");
  CHECK(error_of("struct S { int a; __device__ S(int v); };\n", "S s(2); o[0] = s.a;\n") ==
        "4:3: 'S' is declared, but not defined here");
  check_left("struct S { int a; S() = default; };\n", "S s{4}; o[0] = s.a;\n", {4, 0, 0, 0});
}

TEST_CASE("Unions: the bytes of one member are read as another") {
  check_file("objects/unions.cu");
  check_left("union P { uint4 q; half2 h[4]; __half s[8]; };\n",
             "P p; p.q = make_uint4(0x3c003c00u, 0, 0, 0); o[0] = __half2float(p.h[0].x); p.h[1] = "
             "__floats2half2_rn(2.f, 3.f); o[1] = p.q.y; o[2] = __half2float(p.s[3]);",
             {1, 1107312640, 3});
  CHECK(error_of("struct S { unsigned a : 3; };\n", "S s; s.a = 1;\n") ==
        "4:1: 'S' cannot be used: its declaration could not be read (1:23: bit fields are not "
        "taken; use shifts and masks)");
}

TEST_CASE("An operator= that nobody wrote gives each member its value as the member's own does") {
  const std::string m =
      "struct M { int x = 1; __device__ M& operator=(const M& o) { x = o.x + 100; return *this; } "
      "};\n";
  check_left(m + "struct S { int a = 0; M m; M n[2]; };\nstruct T : S { M q; };\n",
             "S s, t; s.m.x = 5; s.a = 2; s.n[1].x = 7; t = s; o[0] = t.a; o[1] = t.m.x; o[2] = "
             "t.n[1].x; T u, v; u.q.x = 4; u.m.x = 6; v = u; o[3] = v.q.x; o[4] = v.m.x; S c = s; "
             "o[5] = c.m.x; S z[2]; z[0].m.x = 20; z[1] = z[0]; o[6] = z[1].m.x; t = S{}; o[7] = "
             "t.m.x;",
             {2, 105, 107, 104, 106, 5, 120, 101});
  check_left(m + "struct U : M { int z = 2; };\nstruct V : M { using M::operator=; int z = 6; };\n",
             "U w, y; w.x = 11; w.z = 9; y = w; o[0] = y.x; o[1] = y.z; V g, h; h.x = 2; h.z = 12; "
             "g = h; o[2] = g.x; o[3] = g.z; M n; n.x = 50; g = n; o[4] = g.x; o[5] = g.z;",
             {111, 9, 102, 12, 150, 12});
  check_left(m + "struct D { int a = 1; M m; D& operator=(const D&) = default; __device__ D& "
                 "operator=(int v) { a = v; return *this; } };\n"
                 "struct P { int p = 3; };\nstruct B : P { int q = 4; M m; __device__ B& "
                 "operator=(const B& o) { this->P::operator=(o); m.operator=(o.m); q = o.q * 2; "
                 "return *this; } };\n"
                 "template <class T> struct W { T v; __device__ W& operator=(const W<T>& o) { v = "
                 "o.v * 2; return *this; } };\nstruct H { W<int> a; W<float> b; };\n",
             "D a, b; b.m.x = 7; b.a = 3; a = b; o[0] = a.a; o[1] = a.m.x; a = 9; o[2] = a.a; B e, "
             "f; f.p = 8; f.q = 10; e = f; o[3] = e.p * 100 + e.q; o[4] = e.m.x; H i, j; i.a.v = "
             "3; i.b.v = 2.5f; j = i; o[5] = j.a.v + j.b.v;",
             {3, 107, 9, 820, 101, 11});
  check_left(
      "struct M { int x = 1; M() = default; __device__ M& operator=(const M& o) { x = o.x + "
      "1; return *this; } __device__ M& operator=(M&& o) { x = o.x + 2; return *this; } };\n"
      "struct H { M m; int k = 0; };\n__device__ H made() { H h; h.m.x = 40; return h; }\n",
      "H n, p; p.m.x = 20; p.k = 5; n = p; o[0] = n.m.x; o[1] = n.k; n = made(); o[2] = "
      "n.m.x;",
      {21, 5, 42, 0});
  CHECK(error_of("struct S { int x; S& operator=(const S&) = delete; };\nstruct T { S s; };\n",
                 "T a, b; b = a;\n") == "1:22: 'operator=' is deleted");
}

TEST_CASE("Members without a name") {
  check_left("struct U { union { struct { short low, high; }; int both; }; int more; };\n",
             "U u; u.both = 0x20001; u.more = 5; o[0] = u.low; o[1] = u.high; u.high = 3; o[2] = "
             "u.both >> 16; o[3] = sizeof(U) + u.more;\n",
             {1, 2, 3, 13});
}

TEST_CASE("Pointers to functions") {
  check_left(
      "typedef int (*Op)(int, int);\n"
      "__device__ int add(int a, int b) { return a + b; }\n"
      "__device__ int sub(int a, int b) { return a - b; }\n"
      "__device__ int mul(int a, int b) { return a * b; }\n"
      "__device__ Op table[] = {add, sub, mul};\n",
      "Op f = table[threadIdx.x % 3]; o[threadIdx.x] = f(10, threadIdx.x);\n",
      {10, 9, 20, 13, 6, 50}, 6);
  check_left(
      "using F = float (*)(float);\n"
      "__device__ float square(float x) { return x * x; }\n"
      "__device__ float minus(float x) { return -x; }\n"
      "struct Ops { F f; int scale; };\n"
      "__device__ float apply(float (*f)(float), float x) { return f(x); }\n"
      "template <float (*G)(float)> __device__ float fixed(float x) { return G(x); }\n",
      "float (*f)(float) = square; if (threadIdx.x & 1) f = minus; o[threadIdx.x] = "
      "f(threadIdx.x);\n"
      "Ops p{square, 2}; if (threadIdx.x == 3) o[3] = p.f(3) * p.scale;\n"
      "if (threadIdx.x == 2) o[2] = apply(&minus, 5) + fixed<square>(2);\n"
      "F t[2] = {square, minus}; if (threadIdx.x == 1) o[1] = (*t[threadIdx.x & 1])(7) + "
      "t[0](1);\n",
      {0, -6, -1, 18}, 4);
  std::vector<int> o(4);
  CHECK(run_body("typedef int (*F)(int);\n"
                 "__device__ int f(int x) { return x; }\n"
                 "__device__ F table[2] = {f};\n",
                 "o[threadIdx.x] = table[threadIdx.x](3);\n", o,
                 2) == "6:36: a null pointer is used: it reads 1 byte at address 0x0\n");
}

TEST_CASE("Tables that constant functions make") { check_file("objects/constant_tables.cu"); }

TEST_CASE("Values in braces that name their members") {
  const std::string head =
      "struct A { int a; int b; float c; };\nstruct S { A x; int y = 7; int z[3]; };\n"
      "union U { int i; float f; };\n__constant__ S s = {.x = {.c = 2}, .z = {1, 2}};\n"
      "__device__ A made(int v) { return {.a = v, .c = 1.5f}; }\n"
      "__device__ int sum(A a) { return a.a * 100 + a.b * 10 + (int)a.c; }\n";
  check_left(
      head,
      "A x{.a = 1, .c = 3}; o[0] = sum(x); A y = {.b = 5}; o[1] = sum(y); S t{.x = {.b = 4}, "
      ".z = {9}}; o[2] = sum(t.x) + t.y * 1000 + t.z[0] + t.z[1]; o[3] = sum(made(3)); o[4] "
      "= sum({.a = 1, .b{2}}); U u{.f = 1}; o[5] = u.i; o[6] = (int)s.x.c + s.y * 10 + "
      "s.z[1] * 100 + s.z[2]; x = {.b = 3}; o[7] = sum(x) + sum(A{.c = 7});\n",
      {103, 50, 7049, 301, 120, 1065353216, 272, 37});
  const std::string why =
      " can only give a member its value in a structure without constructors, where all values in "
      "the braces name theirs";
  CHECK(error_of(head, "A x{.b = 1, .a = 3};\n") ==
        "9:13: '.a' comes too late or twice: members of 'A' get their values in their order");
  CHECK(error_of(head, "A x{.d = 1};\n") == "9:5: '.d' names no member of 'A'");
  CHECK(error_of(head, "A x{.a = 1, 2};\n") ==
        "9:13: either all values in the braces name their members, or none");
  CHECK(error_of(head, "A x{1, .b = 2};\n") == "9:8: '.b'" + why);
  CHECK(error_of("struct C { int a; __device__ C(int v) : a(v) {} };\n", "C c{.a = 2};\n") ==
        "4:5: '.a'" + why);
}

TEST_CASE("What constexpr arrays and structures hold is a constant") {
  check_file("objects/constexpr_arrays.cu");
}

TEST_CASE("Variables of the device are made by their constructors") {
  check_left(
      "struct S { int a; float b; constexpr S(int x) : a(x), b(x * 0.5f) {} };\n"
      "__device__ S d{7}; __constant__ S c(5); constexpr S k = {3};\n",
      "o[0] = d.a * 10 + (int)d.b; o[1] = c.a; o[2] = k.a; o[3] = (int)c.b;\n", {73, 5, 3, 2});
}

TEST_CASE("Braces hold bases first, or one object to copy; choices between objects with arrays") {
  check_left(
      "struct E { int a; int b = 4; };\nstruct F { int h[2]; };\n"
      "struct D : E, F { int q; int w = 9; };\n__constant__ D c = {{1, 2}, {{3, 4}}, 5};\n",
      "D d{{1, 2}, {{3, 4}}, 5}; o[0] = d.a * 1000 + d.b * 100 + d.h[1] * 10 + d.q; D e{{1}}; "
      "o[1] = e.b * 100 + e.w * 10 + e.q; E x{7, 8}; D g{x, {}, 6}; o[2] = g.b * 10 + g.q; "
      "E y{d}; o[3] = y.b; D l{1, 2, 3, 4, 5}; o[4] = l.h[1] * 10 + l.q; o[5] = c.h[1] * 100 "
      "+ c.q * 10 + c.w; F m{{1, 2}}; F n{m}; n.h[0] = 3; F z = o[0] == 1 ? m : n; o[6] = "
      "z.h[0] * 10 + m.h[0];\n",
      {1245, 490, 86, 2, 45, 459, 31});
}

}  // TESTS_OF(core::cuda::objects)
