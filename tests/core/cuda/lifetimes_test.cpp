// Copies of objects and their ends: copy constructors, destructors, and what lambdas capture.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::lifetimes) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;

namespace {

const std::string copied =
    "struct C { int a; __device__ C(int x) : a(x) {} __device__ C(const C& o) : a(o.a + 1000) {} "
    "};\n";
// Writes v behind what o[0] others have written.
const std::string ending =
    "struct G { int* o; int v; __device__ G(int* p, int x) : o(p), v(x) {} __device__ ~G() { "
    "o[++o[0]] = v; } };\n";

}  // namespace

TEST_CASE("A copy constructor of the reader's makes every copy") {
  check_left(copied +
                 "__device__ int by(C c) { return c.a; }\n"
                 "__device__ int at(const C& c) { return c.a; }\n"
                 "__device__ C both(C c) { return c; }\n"
                 "__device__ C made() { C c(5); return c; }\n",
             "C c(3); C d = c; C e(d); C f{e}; o[0] = d.a; o[1] = e.a; o[2] = f.a; o[3] = by(c); "
             "o[4] = at(c); o[5] = both(c).a; o[6] = made().a; o[7] = by(C(6)); auto g = c; o[8] "
             "= g.a; C h = C(9); o[9] = h.a; C two[2] = {c, C(4)}; o[10] = two[0].a; o[11] = "
             "two[1].a; o[12] = 0; for (C each : two) o[12] += each.a; C i = o[0] > o[1] ? c : d; "
             "o[13] = i.a;\n",
             {1003, 2003, 3003, 1003, 3, 2003, 5, 6, 1003, 9, 1003, 4, 3007, 2003});
  check_left(copied +
                 "struct Parts { C c[2]; int k; };\nstruct Base : C { int z; __device__ "
                 "Base(int v) : C(v), z(v) {} };\n"
                 "template <class T> struct V { T a; int n; __device__ V(T x) : a(x), n(0) {} "
                 "__device__ V(const V& v) : a(v.a), n(v.n + 1) {} template <class U> "
                 "__device__ V(const V<U>& v) : a(v.a), n(50) {} };\n",
             "C c(3); Parts p{{c, C(1)}, 7}; Parts q = p; o[0] = q.c[0].a; o[1] = q.c[1].a; o[2] = "
             "q.k; Base b(2); Base d = b; o[3] = d.a * 10 + d.z; C s = d; o[4] = s.a; V<int> v(1); "
             "V<int> w = v; V<float> u(w); o[5] = w.n * 100 + u.n; auto l = [c] { return c.a; }; "
             "o[6] = l();\n",
             {2003, 1001, 7, 10022, 2002, 150, 1003});
}

TEST_CASE("Members that a constructor does not list have their own constructor's values") {
  check_left(
      "struct M { int v; __device__ M() : v(7) {} };\nstruct S { M m[2]; int k; __device__ "
      "S() : k(2) {} };\n",
      "S s; o[0] = s.m[1].v; o[1] = s.k;\n", {7, 2, 0, 0});
}

TEST_CASE("Objects end where control leaves their block, the last one first") {
  check_left(ending +
                 "struct H { G a, b; __device__ H(int* p) : a(p, 3), b(p, 4) {} __device__ "
                 "~H() { a.o[++a.o[0]] = 5; } };\n",
             "{ G g(o, 1); G h = G(o, 2); } { H h(o); } { G a[2] = {{o, 6}, {o, 7}}; }\n",
             {7, 2, 1, 5, 4, 3, 7, 6});
  check_left(ending,
             "for (int i = 0; i < 4; ++i) { G g(o, 10 + i); if (i == 1) continue; if (i == 2) "
             "break; G h(o, 20 + i); }\nswitch (o[0]) { case 4: { G g(o, 30); break; } }\n",
             {5, 20, 10, 11, 12, 30});
  check_left(ending +
                 "__device__ int f(int* o, int x) { G g(o, 40); if (x == 1) return o[0] + 5; "
                 "{ G h(o, 41); if (x == 2) return o[0] + 6; } return o[0] + 7; }\n"
                 "__device__ void f(int* o) { G g(o, 50); if (o[0]) return; G h(o, 51); }\n",
             "int a = f(o, 1), b = f(o, 2), c = f(o, 3); f(o); o[7] = a; o[8] = b; o[9] = c; G "
             "g(o, 60); if (a) return; o[1] = 0;\n",
             {7, 40, 41, 40, 41, 40, 50, 60, 7, 11});
  check_left(
      "struct Out { int* p; __device__ Out(int* q) : p(q) {} __device__ ~Out(); };\n"
      "__device__ Out::~Out() { *p += 10; }\n"
      "template <class F> struct Guard { F f; __device__ Guard(F g) : f(g) {} __device__ "
      "~Guard() { f(); } };\n"
      "struct Ref { int& r; __device__ Ref(int& x) : r(x) {} __device__ ~Ref() { r = 9; } "
      "};\n__device__ int kept(int y) { int x = y; Ref g{x}; return x; }\n",
      "int w = 1; { Out t(&w); o[0] = w; } o[1] = w; int z = 0; { auto l = [&] { z += 7; }; "
      "Guard<decltype(l)> g(l); z = 1; } o[2] = z; o[3] = kept(o[0] + 1);\n",
      {1, 11, 8, 2});
  check_left(
      "struct E { int v = 3; __device__ ~E() {} };\nstruct D { int v = 4; ~D() = default; "
      "};\n__device__ E f(E e) { e.v++; return e; }\n",
      "E e; o[0] = f(e).v; D d; D c = d; o[1] = c.v;\n", {4, 4, 0, 0});
}

TEST_CASE("Objects with a destructor that are no variables of a block are refused") {
  const std::string why =
      ": an object of 'G', which has a destructor, can only be a variable of a block here: write "
      "'G name(…);'";
  CHECK(error_of(ending, "G(o, 1);\n") == "4:1" + why);
  CHECK(error_of(ending + "__device__ void f(G g) {}\n", "G g(o, 1); f(g);\n").ends_with(why));
  CHECK(error_of(ending + "__device__ G f(int* o) { G g(o, 1); return g; }\n", "G g = f(o);\n")
            .ends_with(why));
  CHECK(error_of(ending, "G g(o, 1); auto l = [g] { return 1; }; o[0] = l();\n").ends_with(why));
  CHECK(error_of(
            "struct B { int v; __device__ B(int x) : v(x) {} __device__ operator bool() { return "
            "v; } __device__ ~B() { v = 0; } };\n",
            "while (B b{o[0]}) o[1] = 1;\n") ==
        "4:8: an object with a destructor is not taken in a condition");
}

TEST_CASE("Lambdas copy what they capture by value") { check_file("lifetimes/lambdas.cu"); }

TEST_CASE("A copy of a lambda has captures of its own") {
  check_left(
      "template <class F> __device__ int twice(F f) { f(); return f(); }\n"
      "template <class F> __device__ int through(F& f) { f(); return f(); }\n",
      "int a = 1; auto f = [a]() mutable { return ++a; }; f(); f(); auto g = f; o[0] = g(); "
      "o[1] = f(); o[2] = twice(f); o[3] = f(); o[4] = through(f); o[5] = f(); auto c = [i "
      "= 0]() mutable { return i++; }; c(); o[6] = c(); int b[2] = {1, 2}; auto h = [b]() "
      "mutable { return ++b[0]; }; h(); auto k = h; k(); o[7] = h(); auto n = [f]() mutable "
      "{ return f(); }; n(); o[8] = f();\n",
      {4, 4, 6, 5, 7, 8, 1, 3, 9});
  CHECK(error_of("", "auto l = []<class T>(T x) { return x; }; o[0] = l(1);\n") ==
        "3:12: a lambda with template parameters is not taken; write 'auto' in its parameters");
}

}  // TESTS_OF(core::cuda::lifetimes)
