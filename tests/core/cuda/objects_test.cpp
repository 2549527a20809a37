// Structures with bases, references and nameless members; pointers to functions; tables that are
// computed before the kernel runs.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::objects) {

using loom::tests::cuda::left;

TEST_CASE("Members that are references") {
  CHECK(left("struct Sum { int& total; const float& f; __device__ Sum(int& t, const float& g) : "
             "total(t), f(g) {} __device__ void add(int v) { total += v * (int)f; } };\n"
             "struct View { int (&a)[4]; __device__ int sum() const { int s = 0; for (int i = 0; i "
             "< 4; ++i) s += a[i]; return s; } };\n"
             "struct Counter { int& n; };\n",
             "int t = 1; float g = 2; Sum a(t, g); a.add(3); t += 10; a.add(1); o[0] = t;\n"
             "int b[4] = {1, 2, 3, 4}; View v{b}; b[0] = 5; o[1] = v.sum(); int n = 3; Counter "
             "c{n}; c.n++; o[2] = n;\n"
             "o[3] = 0; Sum w(o[3], g); w.add(4);\n") == "19 14 4 8");
}

TEST_CASE("The values of members' declarations count where no other is given") {
  const char* types =
      "struct S { int y = 3; int z = 1; };\nstruct C { int v; __device__ C(int a = 5) : v(a) {} "
      "};\n"
      "struct N { S s; int k = 2; C c; int rest; };\n"
      "struct M { N n; int own; __device__ M() : n(), own(n.k) {} };\n"
      "__device__ S lone; __constant__ S part[3] = {{7}, {8, 9}};\n";
  CHECK(left(types,
             "S a{}; S b = S(); S c = {7}; S d; o[0] = a.y; o[1] = b.z; o[2] = c.y * 10 + "
             "c.z; o[3] = d.y;") == "3 1 71 3");
  CHECK(left(types,
             "N a{}; N b[2][2] = {}; M m; o[0] = a.s.y * 10 + a.k; o[1] = b[1][1].c.v; o[2] "
             "= m.n.s.y * 10 + m.own; o[3] = a.rest;") == "32 5 32 0");
  CHECK(left(types,
             "S a[3]; S b[4] = {{1}, {2, 4}}; C c[2]; o[0] = a[2].y; o[1] = b[0].z * 100 + "
             "b[1].z * 10 + b[3].y; o[2] = c[1].v; o[3] = S{}.y;") == "3 143 5 3");
  CHECK(left(types, "o[0] = lone.y; o[1] = part[0].z; o[2] = part[1].z; o[3] = part[2].y;") ==
        "3 1 9 3");
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
  CHECK(
      left(types,
           "S a = 3, b = 4; o[0] = S{7}.next() * 10 + made().next(); o[1] = S{1}.add(2).add(3).n; "
           "o[2] = (S(a) += b).n; o[3] = a.n; o[4] = ((a + b) += S(5)).n; S c = S{1}.add(9); a += "
           "S{2}.add(1); o[5] = c.n * 10 + a.n; o[6] = twice(S(3));\n",
           7) == "75 6 7 3 12 106 4");
  CHECK(left(types,
             "Big a{{1}}; o[0] = Big{}.set(2, 5); o[1] = Big{{1, 2}}.set(3, 5); o[2] = "
             "Big(a).set(0, 9); o[3] = a.v[0];\n") == "5 6 18 1");
}

TEST_CASE("A structure that is a number can be an index, and what 'switch' takes") {
  CHECK(left("#include <type_traits>\nstruct I { int v; __device__ operator int() const { return "
             "v; } };\n"
             "enum E { e0, e1 }; struct F { __device__ operator E() const { return e1; } };\n"
             "struct P { int* p; __device__ operator int*() const { return p; } };\n",
             "int a[4] = {10, 20, 30, 40}, *p = a; I i{2}; std::integral_constant<int, 3> c; o[0] "
             "= a[i] + p[i]; o[1] = *(p + i) + i[a]; p += i; o[2] = *p + a[F{}]; o[3] = a[c]; "
             "switch (i) { case 2: o[4] = 5; } switch (c) { case 3: o[5] = 6; } switch (F{}) { "
             "case e1: o[6] = 7; default:; } o[7] = P{a}[1];\n",
             8) == "60 60 50 40 5 6 7 20");
}

TEST_CASE("Explicit conversions do not happen by themselves") {
  CHECK(left("struct D { int id = 3; float w = 1.5f; __device__ explicit operator bool() const { "
             "return id > 0; } __device__ operator float() const { return w; } };\n"
             "struct P { int* p; __device__ explicit operator bool() const { return p != nullptr; "
             "} };\n",
             "D d; o[0] = 10 * (d + 1.f); o[1] = 10 * (d * 2); o[2] = d > 1.2f; o[3] = -2 * -d; if "
             "(d) o[4] = !d ? 1 : d ? 2 : 3; P p{o}; o[5] = p ? 4 : 5; p.p = nullptr; o[6] = p "
             "|| false; o[7] = static_cast<bool>(d);\n",
             8) == "25 30 1 3 2 4 0 1");
}

TEST_CASE("A member's own value may name other members, of bases too") {
  CHECK(left("struct A { int m = 3; }; struct B : A { int z = m * 2; };\n"
             "struct Q { int a = 4, b = a + 1, c = this->b * 2, d[2] = {a, b}; };\n"
             "struct R { int n, k = n + 1; __device__ R(int n) : n(n * 10) {} };\n",
             "int m = 100, a = 200; B z; o[0] = z.z + B{}.z; Q q, p{7}; o[1] = q.b * 100 + q.c * "
             "10 + q.d[1]; o[2] = p.b * 100 + p.c; o[3] = R(2).k;\n") == "12 605 816 21");
}

TEST_CASE("A reference to a structure without members") {
  CHECK(left("struct Grid { __device__ int size() const { return 7; } };\n"
             "struct Group { const Grid& grid; __device__ Group(const Grid& g) : grid(g) {} "
             "__device__ int get() const { return grid.size(); } };\n",
             "Grid g; Group all(g); o[0] = all.get(); const Grid* p = &g; o[1] = p->size();\n") ==
        "7 7 0 0");
}

TEST_CASE("Constructors that are written outside of their structure") {
  CHECK(
      left(
          "template <class T> class Range { public: __device__ Range(); __device__ __host__ "
          "Range(T const& v); __device__ Range(T const& l, T const& u, int more = 5); __device__ T "
          "width() const; T low, up; };\n"
          "template <class T> inline __device__ Range<T>::Range() : low(1), up(4) {}\n"
          "template <class T> inline __device__ __host__ Range<T>::Range(T const& v) : low(v), "
          "up(v) { up += 1; }\n"
          "template <class T> __device__ Range<T>::Range(T const& l, T const& u, int more) : "
          "low(l), "
          "up(u + more) {}\n"
          "template <class T> __device__ T Range<T>::width() const { return up - low; }\n"
          "struct S { int a; __device__ S(int v); };\n"
          "__device__ S::S(int v) { a = 2 * v; }\n",
          "Range<int> a; o[0] = a.width(); Range<double> b(2.5); o[1] = (int)(10 * b.up); "
          "Range<int> c(3, 8); o[2] = c.width(); S s(21); o[3] = s.a; typedef Range<double> R; "
          "o[4] = (int)R(1).up;\n",
          5) == "3 35 10 42 2");
  CHECK(left("struct S { int a; __device__ S(int v); };\n", "S s(2); o[0] = s.a;\n") ==
        "4:3: 'S' is declared, but not defined here");
  CHECK(left("struct S { int a; S() = default; };\n", "S s{4}; o[0] = s.a;\n") == "4 0 0 0");
}

TEST_CASE("Unions: the bytes of one member are read as another") {
  CHECK(
      left(
          "union U { float f[4]; unsigned u[4]; unsigned char b[16]; __device__ float sum() const "
          "{ "
          "return f[0] + f[1] + f[2] + f[3]; } __device__ U() { u[0] = u[1] = u[2] = u[3] = 0; } "
          "};\n"
          "union D { int i = 7; float f; };\n"
          "template <class A, class B> union Cast { A a; B b; __device__ explicit Cast(A x) : a(x) "
          "{} };\n"
          "struct T { enum Kind { I, F } kind; union { int i; float f; } val; };\n"
          "__device__ T made(float f) { T t; t.kind = T::F; t.val.f = f; return t; }\n"
          "union G { unsigned long long q[8]; unsigned short h[32]; };\n",
          "U u; u.f[1] = 2.5f; u.f[3] = 1; o[0] = u.sum() * 2; o[1] = u.b[7]; D d; o[2] = d.i; "
          "o[3] = Cast<float, unsigned>(1.f).b >> 16; T t = made(2.0f); o[4] = t.val.i; G g{}; "
          "g.q[3] = 0x123456789abcdef0ull; G c = g; o[5] = c.h[12]; U* p = &u; U v = *p; o[6] = "
          "v.u[3];",
          7) == "7 64 7 16256 1073741824 57072 1065353216");
  CHECK(left("union P { uint4 q; half2 h[4]; __half s[8]; };\n",
             "P p; p.q = make_uint4(0x3c003c00u, 0, 0, 0); o[0] = __half2float(p.h[0].x); p.h[1] = "
             "__floats2half2_rn(2.f, 3.f); o[1] = p.q.y; o[2] = __half2float(p.s[3]);",
             3) == "1 1107312640 3");
  CHECK(left("struct S { unsigned a : 3; };\n", "S s; s.a = 1;\n") ==
        "4:1: 'S' cannot be used: its declaration could not be read (1:23: bit fields are not "
        "taken; use shifts and masks)");
}

TEST_CASE("An operator= that nobody wrote gives each member its value as the member's own does") {
  const std::string m =
      "struct M { int x = 1; __device__ M& operator=(const M& o) { x = o.x + 100; return *this; } "
      "};\n";
  CHECK(left(m + "struct S { int a = 0; M m; M n[2]; };\nstruct T : S { M q; };\n",
             "S s, t; s.m.x = 5; s.a = 2; s.n[1].x = 7; t = s; o[0] = t.a; o[1] = t.m.x; o[2] = "
             "t.n[1].x; T u, v; u.q.x = 4; u.m.x = 6; v = u; o[3] = v.q.x; o[4] = v.m.x; S c = s; "
             "o[5] = c.m.x; S z[2]; z[0].m.x = 20; z[1] = z[0]; o[6] = z[1].m.x; t = S{}; o[7] = "
             "t.m.x;",
             8) == "2 105 107 104 106 5 120 101");
  CHECK(left(m + "struct U : M { int z = 2; };\nstruct V : M { using M::operator=; int z = 6; };\n",
             "U w, y; w.x = 11; w.z = 9; y = w; o[0] = y.x; o[1] = y.z; V g, h; h.x = 2; h.z = 12; "
             "g = h; o[2] = g.x; o[3] = g.z; M n; n.x = 50; g = n; o[4] = g.x; o[5] = g.z;",
             6) == "111 9 102 12 150 12");
  CHECK(left(m + "struct D { int a = 1; M m; D& operator=(const D&) = default; __device__ D& "
                 "operator=(int v) { a = v; return *this; } };\n"
                 "struct P { int p = 3; };\nstruct B : P { int q = 4; M m; __device__ B& "
                 "operator=(const B& o) { this->P::operator=(o); m.operator=(o.m); q = o.q * 2; "
                 "return *this; } };\n"
                 "template <class T> struct W { T v; __device__ W& operator=(const W<T>& o) { v = "
                 "o.v * 2; return *this; } };\nstruct H { W<int> a; W<float> b; };\n",
             "D a, b; b.m.x = 7; b.a = 3; a = b; o[0] = a.a; o[1] = a.m.x; a = 9; o[2] = a.a; B e, "
             "f; f.p = 8; f.q = 10; e = f; o[3] = e.p * 100 + e.q; o[4] = e.m.x; H i, j; i.a.v = "
             "3; i.b.v = 2.5f; j = i; o[5] = j.a.v + j.b.v;",
             6) == "3 107 9 820 101 11");
  CHECK(left("struct M { int x = 1; M() = default; __device__ M& operator=(const M& o) { x = o.x + "
             "1; return *this; } __device__ M& operator=(M&& o) { x = o.x + 2; return *this; } };\n"
             "struct H { M m; int k = 0; };\n__device__ H made() { H h; h.m.x = 40; return h; }\n",
             "H n, p; p.m.x = 20; p.k = 5; n = p; o[0] = n.m.x; o[1] = n.k; n = made(); o[2] = "
             "n.m.x;") == "21 5 42 0");
  CHECK(left("struct S { int x; S& operator=(const S&) = delete; };\nstruct T { S s; };\n",
             "T a, b; b = a;\n") == "1:22: 'operator=' is deleted");
}

TEST_CASE("Members without a name") {
  CHECK(left("struct U { union { struct { short low, high; }; int both; }; int more; };\n",
             "U u; u.both = 0x20001; u.more = 5; o[0] = u.low; o[1] = u.high; u.high = 3; o[2] = "
             "u.both >> 16; o[3] = sizeof(U) + u.more;\n") == "1 2 3 13");
}

TEST_CASE("Pointers to functions") {
  CHECK(left("typedef int (*Op)(int, int);\n"
             "__device__ int add(int a, int b) { return a + b; }\n"
             "__device__ int sub(int a, int b) { return a - b; }\n"
             "__device__ int mul(int a, int b) { return a * b; }\n"
             "__device__ Op table[] = {add, sub, mul};\n",
             "Op f = table[threadIdx.x % 3]; o[threadIdx.x] = f(10, threadIdx.x);\n", 6,
             6) == "10 9 20 13 6 50");
  CHECK(left("using F = float (*)(float);\n"
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
             4, 4) == "0 -6 -1 18");
  CHECK(left("typedef int (*F)(int);\n"
             "__device__ int f(int x) { return x; }\n"
             "__device__ F table[2] = {f};\n",
             "o[threadIdx.x] = table[threadIdx.x](3);\n", 4,
             2) == "6:36: a null pointer is used: it reads 1 byte at address 0x0\n");
}

TEST_CASE("Tables that constant functions make") {
  CHECK(left("struct Table { int v[16]; };\n"
             "constexpr Table make(int k) { Table t{}; for (int i = 0; i < 16; ++i) t.v[i] = i * i "
             "+ k; return t; }\n"
             "__device__ constexpr Table squares = make(0);\n"
             "__constant__ Table shifted = make(100);\n"
             "constexpr int nine = make(0).v[3];\n"
             "template <int N> struct Factorial { static constexpr int value = N * Factorial<N - "
             "1>::value; };\n"
             "template <> struct Factorial<0> { static constexpr int value = 1; };\n",
             "__shared__ int s[nine]; s[0] = nine; o[0] = squares.v[7]; o[1] = shifted.v[2]; o[2] "
             "= s[0] + sizeof(s); o[3] = Factorial<5>::value;\n") == "49 104 45 120");
}

TEST_CASE("Values in braces that name their members") {
  const std::string head =
      "struct A { int a; int b; float c; };\nstruct S { A x; int y = 7; int z[3]; };\n"
      "union U { int i; float f; };\n__constant__ S s = {.x = {.c = 2}, .z = {1, 2}};\n"
      "__device__ A made(int v) { return {.a = v, .c = 1.5f}; }\n"
      "__device__ int sum(A a) { return a.a * 100 + a.b * 10 + (int)a.c; }\n";
  CHECK(
      left(head,
           "A x{.a = 1, .c = 3}; o[0] = sum(x); A y = {.b = 5}; o[1] = sum(y); S t{.x = {.b = 4}, "
           ".z = {9}}; o[2] = sum(t.x) + t.y * 1000 + t.z[0] + t.z[1]; o[3] = sum(made(3)); o[4] "
           "= sum({.a = 1, .b{2}}); U u{.f = 1}; o[5] = u.i; o[6] = (int)s.x.c + s.y * 10 + "
           "s.z[1] * 100 + s.z[2]; x = {.b = 3}; o[7] = sum(x) + sum(A{.c = 7});\n",
           8) == "103 50 7049 301 120 1065353216 272 37");
  const std::string why =
      " can only give a member its value in a structure without constructors, where all values in "
      "the braces name theirs";
  CHECK(left(head, "A x{.b = 1, .a = 3};\n") ==
        "9:13: '.a' comes too late or twice: members of 'A' get their values in their order");
  CHECK(left(head, "A x{.d = 1};\n") == "9:5: '.d' names no member of 'A'");
  CHECK(left(head, "A x{.a = 1, 2};\n") ==
        "9:13: either all values in the braces name their members, or none");
  CHECK(left(head, "A x{1, .b = 2};\n") == "9:8: '.b'" + why);
  CHECK(left("struct C { int a; __device__ C(int v) : a(v) {} };\n", "C c{.a = 2};\n") ==
        "4:5: '.a'" + why);
}

TEST_CASE("What constexpr arrays and structures hold is a constant") {
  CHECK(left("struct Cfg { int bm, bn; constexpr Cfg(int a, int b) : bm(a), bn(b) {} constexpr int "
             "area() const { return bm * bn; } static constexpr int t[3] = {4, 5, 6}; };\n"
             "struct A { short s[3]; double d; };\n"
             "constexpr int table[] = {1, 2, 3, 4}; constexpr Cfg outer(4, 8);\n"
             "constexpr A made(int n) { A a{}; for (int i = 0; i < 3; i++) a.s[i] = n * i - "
             "table[i]; a.d = n; return a; }\n"
             "constexpr A five = made(5); __constant__ int copy[2] = {table[3], five.s[2]};\n"
             "template <int N> __device__ int number() { return N; }\n"
             "template <class T> __device__ int sum(T v) { constexpr int t[] = {sizeof(T), 10}; "
             "constexpr Cfg c{t[0], 2}; char q[c.area()]; return v * (t[0] + t[1]) + sizeof(q); }\n"
             "__device__ int at(const int* p, int i) { return p[i]; }\n",
             "constexpr Cfg c{2, 3}; int q[c.area()]; o[0] = sizeof(q); constexpr int a[] = {1, 2, "
             "3}; constexpr int b = a[1]; int r[b]; o[1] = sizeof(r); int s[outer.area()]; o[2] = "
             "sizeof(s); o[3] = number<five.s[1] + Cfg::t[2]>(); o[4] = sum(2) + sum(2.0); int i = "
             "o[5] + 1; o[5] = a[i] * 100 + table[i] * 10 + at(a, i); o[6] = copy[0] + copy[1]; "
             "Cfg d = c; d.bm = 9; o[7] = d.area() + c.area(); __shared__ int t[c.bn * a[2]]; o[8] "
             "= sizeof(t); switch (i + 1) { case c.bm: o[9] = (int)five.d; }\n",
             10) == "24 8 128 9 88 222 11 33 36 5");
}

TEST_CASE("Variables of the device are made by their constructors") {
  CHECK(left("struct S { int a; float b; constexpr S(int x) : a(x), b(x * 0.5f) {} };\n"
             "__device__ S d{7}; __constant__ S c(5); constexpr S k = {3};\n",
             "o[0] = d.a * 10 + (int)d.b; o[1] = c.a; o[2] = k.a; o[3] = (int)c.b;\n") ==
        "73 5 3 2");
}

TEST_CASE("Braces hold bases first, or one object to copy; choices between objects with arrays") {
  CHECK(
      left("struct E { int a; int b = 4; };\nstruct F { int h[2]; };\n"
           "struct D : E, F { int q; int w = 9; };\n__constant__ D c = {{1, 2}, {{3, 4}}, 5};\n",
           "D d{{1, 2}, {{3, 4}}, 5}; o[0] = d.a * 1000 + d.b * 100 + d.h[1] * 10 + d.q; D e{{1}}; "
           "o[1] = e.b * 100 + e.w * 10 + e.q; E x{7, 8}; D g{x, {}, 6}; o[2] = g.b * 10 + g.q; "
           "E y{d}; o[3] = y.b; D l{1, 2, 3, 4, 5}; o[4] = l.h[1] * 10 + l.q; o[5] = c.h[1] * 100 "
           "+ c.q * 10 + c.w; F m{{1, 2}}; F n{m}; n.h[0] = 3; F z = o[0] == 1 ? m : n; o[6] = "
           "z.h[0] * 10 + m.h[0];\n",
           7) == "1245 490 86 2 45 459 31");
}

}  // TESTS_OF(core::cuda::objects)
