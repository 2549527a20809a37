// What C++ computes before a kernel runs, whose operator is meant, and where threads wait in vain.
#include <string>
#include <vector>

#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::language) {

using loom::tests::cuda::check_file;
using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;
using loom::tests::cuda::Kernel;

TEST_CASE("Constant functions may call themselves") {
  check_left(
      "constexpr int p(int n) { return n == 0 ? 1 : 3 * p(n - 1); }\nconstexpr int c = p(4);",
      "__shared__ int s[p(2)]; s[0] = 5; o[0] = c; o[1] = sizeof(s); o[2] = p(5) + s[0];",
      {81, 36, 248, 0});
  check_left(
      "constexpr int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }\n"
      "constexpr int a(int m, int n) { if (m == 0) { return n + 1; } "
      "if (n == 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); }\n"
      "template <int N> struct S { static constexpr int value = fib(N); };",
      "o[0] = fib(30); o[1] = a(2, 3); o[2] = S<10>::value; static_assert(fib(7) == 13);",
      {832040, 9, 55, 0});
  check_left(
      "template <class T> constexpr T log2_of(T n) { T sum = 0; while (n > 1) { n = n / 2; "
      "++sum; } return sum; }\n"
      "constexpr int even(int n);\n"
      "constexpr int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
      "constexpr int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
      "constexpr int kind(int n) { switch (n) { case 0: return 4; case 1: return 5; default: "
      "return kind(n - 2); } }",
      "o[0] = log2_of(1000); o[1] = even(10); o[2] = odd(10); o[3] = kind(7);", {9, 1, 0, 5});
}

TEST_CASE("Constant functions change what they were given by value") {
  check_left(
      "constexpr void twice(int& n) { n = 2 * n; }\n"
      "constexpr int f(int n) { twice(n); return n + 1; }\n"
      "constexpr int g(int n) { int sum = 0; for (int i = 0; i < n; ++i) { if (i == 3) "
      "continue; if (i == 6) break; sum += i; } return sum; }\n"
      "constexpr int h(int n) { int made = 0; switch (n) { case 1: made = 5; case 2: made += "
      "1; break; default: return h(n - 1) * 10; } return made; }",
      "o[0] = f(4); o[1] = g(9); o[2] = h(4); o[3] = h(1);", {9, 12, 100, 6});
}

TEST_CASE("An operator of a structure is not meant where only numbers stand") {
  const std::string head =
      "struct C { float a; __device__ C(float r = 0) : a(r) {} };\n"
      "__device__ C operator+(C a, const C& b) { a.a += b.a; return a; }\n"
      "__device__ C operator-(C a) { a.a = -a.a; return a; }\n"
      "enum K { x, y };\nenum class L { u, v };\n"
      "__device__ int operator*(L a, int b) { return 100 + b; }\n"
      "__device__ int operator|(K a, K b) { return 50; }\n"
      "__device__ int operator^(L a, L b) { return 60; }";
  check_left(head,
             "K e = y; o[0] = 7; o[0] = o[0] * 10 + e; o[1] = e + e + -e;\n"
             "C c(2.0f); c = c + 1.5f; c = 1 + c; o[2] = (int)c.a; o[3] = L::v * 3;",
             {71, 1, 4, 103});
  check_left(head, "K e = y; o[0] = e | e; o[1] = e | 2; o[2] = L::u ^ L::v; o[3] = 4 ^ e;",
             {50, 3, 60, 5});
}

TEST_CASE("A choice that is known has the type of both its values") {
  check_left("constexpr int f(int n) { return n <= 1 ? 1 : n * f(n - 1); }",
             "o[0] = (false ? 580.5 : 7) / 2 * 10; o[1] = (true ? -1 : 0u) > 5; "
             "o[2] = sizeof(true ? 'a' : 1ll); o[3] = f(5);",
             {35, 1, 8, 120});
}

TEST_CASE("A choice of two pointers points to const if one of them does") {
  check_left("",
             "int t = o[3]; const int* a = o; const int* p = t ? o : a; const int* q = t ? a : o;\n"
             "int* r = t ? o : o + 1; r[0] = 2; o[0] = p[1] + q[1] + (t ? o : a)[1];",
             {6, 2, 0, 0});
}

TEST_CASE("The right side of an assignment is computed first") {
  check_left("__device__ int next(int& i) { return ++i; }",
             "int i = 0; o[i] = i++ + 4; o[i++] += i + 1; o[(i = 3)] = i; o[i - 1] = next(i);",
             {0, 6, 0, 4});
  check_left("",
             "int i = 0; int a[4] = {5, 6, 7, 8}; a[i++] = a[i] * 2; a[i] += i++; "
             "o[0] = a[0]; o[1] = a[1]; o[2] = a[2]; o[3] = i;",
             {10, 6, 8, 2});
  check_left("struct S { int n; __device__ int operator[](int i) { return n += i; } };",
             "S s = {0}; o[s[1]] = s.n + 7; o[s[2]] = s.n;", {0, 7, 0, 1});
}

TEST_CASE("What CUDA's own functions compute is no overflow of an index") {
  CHECK(
      error_of("",
               "int a = 0x7fffff; o[__mul24(a, a) & 3] = 1; o[__dp4a(a, -a, 0x7fffffff) & 1] += 2;")
          .find("overflow") == std::string::npos);
}

TEST_CASE("What a constant's value is computed with is done") {
  check_left("",
             "int n = 3; const int a = (o[0] = 5, n *= 2, 7); const long b = (++o[1], 2); "
             "o[2] = a + b; o[3] = n;",
             {5, 1, 9, 6});
}

TEST_CASE("Functions of bits take the types that CUDA names") {
  check_left("",
             "float x = -5.5f; o[0] = __clz(x); o[1] = __ffs(x); o[2] = llmin(true, 3.5f); "
             "o[3] = umin(7u, 2.9f) + __clzll(x) + (int)ullmax(3, 4.5f);",
             {0, 1, 1, 6});
  check_left("",
             "o[0] = __any_sync(1, 0.5f); o[1] = __ballot_sync(1, 1.5); o[2] = __all_sync(1, 1ll "
             "<< 40); "
             "o[3] = __syncthreads_or(0.25) + __syncthreads_count(true);",
             {0, 1, 0, 1});
}

TEST_CASE("Each barrier at which threads wait is named") {
  std::vector<int> out(64);
  const std::string found = Kernel(
                                "__global__ void k(int* o) {\n"
                                "  switch (threadIdx.x % 3) {\n"
                                "    case 0: o[threadIdx.x] = 1; break;\n"
                                "    case 1:\n"
                                "      __syncthreads();\n"
                                "      break;\n"
                                "  }\n"
                                "  __syncthreads();\n}")
                                .array(out)
                                .run({1, 64});
  CHECK(found.find(
            "5:7: threads of the block wait at different barriers: 21 of its 64 at this one") !=
        std::string::npos);
  CHECK(found.find(
            "8:3: threads of the block wait at different barriers: 43 of its 64 at this one") !=
        std::string::npos);
}

TEST_CASE("A lane outside of its own mask is named, and only that") {
  std::vector<int> out(32);
  CHECK(Kernel("__global__ void k(int* o) {\n"
               "  if (threadIdx.x >= 16) __syncwarp(0xffffu);\n"
               "  o[threadIdx.x] = 1;\n}")
            .array(out)
            .run({1, 32}) == "2:26: a lane's mask does not name the lane itself\n");
  Kernel shuffle(
      "__global__ void k(int* o) {\n  int v = threadIdx.x;\n"
      "  if (threadIdx.x < 16) v = __shfl_xor_sync(0xffu, v, 3);\n  o[threadIdx.x] = v;\n}");
  CHECK(shuffle.array(out).run({1, 32}) == "3:29: a lane's mask does not name the lane itself\n");
  CHECK(shuffle.count == 8);
}

TEST_CASE("A string is an array of const char") { check_file("language/strings.cu"); }

TEST_CASE("printf takes strings that are values") {
  const auto printed = [](const std::string& head, const std::string& body) {
    std::vector<int> out(2);
    Kernel kernel(head + "__global__ void k(int* o) {\n" + body + "}");
    const std::string error = kernel.array(out).run({});
    return error.empty() ? kernel.printed : error;
  };
  CHECK(
      printed("template <class... A> __device__ void log(const char* f, A... a) { printf(f, a...); "
              "}\n",
              "const char* s = \"hello\"; char b[] = \"buf\"; b[0] = 'B'; __shared__ char q[2]; "
              "q[0] = 'q'; q[1] = 0; printf(\"%s|%4s|%s|%s|%s|\", s, \"ab\", b, q, (const "
              "char*)0); log(\"%d %s|\", 3, s); log(\"%f|\", 0.5); printf(\"%s|\", o[0] ? "
              "\"yes\" : \"no\"); printf(R\"(\\n)\");\n") ==
      "hello|  ab|Buf|q|(null)|3 hello|0.500000|no|\\n");
  CHECK(printed("", "char a[2] = {'a', 'b'}; printf(\"%s\", a);\n") ==
        "2:25: reads 1 byte at a[2], where nothing is\n");
}

TEST_CASE("An array extern __shared__ of a launch without shared memory") {
  std::vector<int> out(1);
  CHECK(Kernel("__global__ void k(int* o) { extern __shared__ int part[]; part[0] = 1; }")
            .array(out)
            .run({}) ==
        "1:67: writes 4 bytes at part[0], but the launch gives its blocks no shared memory: "
        "'shared' is 0\n");
}

TEST_CASE("Statements before a condition, declarations in it, and lists to walk through") {
  check_left("",
             "int n = 0; switch (int z = 4; z) { case 4: o[0] = z; } switch (n++; n) { case 1: "
             "o[1] = n; } for (int i = 0; int j = i < 3; i++) o[2] += j + i; for (int i = 0; auto "
             "v : {1, 2, 3}) o[3] += v + i++; for (int v : {4, 5, n}) o[4] = o[4] * 10 + v; int "
             "a[2] = {1, 2}; for (n = 7; int& x : a) { x += n; o[5] += x; } for (const char* s : "
             "{\"ab\", \"c\"}) o[6] += s[0]; if (n++; n == 8) o[7] = n;\n",
             {4, 1, 6, 9, 451, 17, 196, 8});
  CHECK(error_of("", "for (auto v : {1, 2.5}) o[0] = v;\n") ==
        "3:19: the values in the braces have different types");
}

TEST_CASE("A member that has no value is not read where the left side decides") {
  const std::string hit =
      "struct H { bool hit; float t; };\n"
      "__device__ H find(int x) { H h; h.hit = x > 1; if (h.hit) h.t = x; return h; }\n";
  check_left(hit,
             "H h = find(threadIdx.x); o[threadIdx.x] = h.hit && h.t < 3 ? 1 : !h.hit || h.t > 3 ? "
             "2 : 3;\n",
             {2, 2, 1, 3}, 4);
  CHECK(error_of(hit, "H h = find(0); o[0] = h.hit || h.t < 3;\n").find("has a value") !=
        std::string::npos);
}

TEST_CASE("Variables that hold strings") {
  const char* head =
      "__device__ const char* names[3] = {\"zero\", \"one\", \"two\"};\n"
      "__constant__ const char* two[2][1] = {{\"ab\"}, {\"cde\"}};\n"
      "__device__ const char* uno = \"uno\";\n"
      "struct R { int v; const char* s; };\n"
      "__device__ R all[2] = {{4, \"x\"}, {5, \"yz\"}};\n"
      "__device__ int length(const char* s) { int n = 0; while (s[n]) ++n; return n; }\n";
  check_left(head,
             "int t = threadIdx.x; o[0] = length(names[t]) * 100 + length(names[1]) * 10 + "
             "length(two[t + 1][0]); o[1] = names[2][1]; o[2] = length(all[t + 1].s) * 10 + "
             "all[1].v; o[3] = uno[0]; uno = names[1]; o[4] = uno[0];\n",
             {433, 119, 25, 117, 111});
  check_left(head,
             "static const char* const s[2] = {\"p\", \"qr\"}; constexpr const char* c[2] = "
             "{\"pp\", \"qrr\"}; int t = threadIdx.x; o[0] = length(s[t + 1]); o[1] = "
             "length(c[t]) * 10 + length(c[1]); o[2] = c[1][1];\n",
             {2, 23, 114});
  std::vector<int> out(1);
  Kernel kernel(std::string(head) +
                "__global__ void k(int* o) { for (int i = 0; i < 3; ++i) "
                "printf(\"%s%d \", names[i], i); }");
  CHECK(kernel.array(out).run({1, 1}) == "");
  CHECK(kernel.printed == "zero0 one1 two2 ");
}

TEST_CASE("Cases from one value to another, and names before a condition") {
  check_left("struct Q { int q; bool ok; };\n__device__ Q f(int a) { return Q{a * 2, a > 1}; }\n",
             "const char* t = \"a9zA5m\"; for (int i = 0; i < 6; ++i) switch (t[i]) { case 'a' ... "
             "'l': o[0]++; break; case 'm'...'z': o[1]++; break; case '0' ... '9': o[2]++; break; "
             "default: o[3]++; }\n"
             "switch (-3) { case 0 ... 9: o[4] = 1; break; case -5 ... -1: o[4] = 2; }\n"
             "if (auto [q, ok] = f(3); ok) o[5] = q; if (auto [q, ok] = f(1); ok) o[5] = 0;\n",
             {1, 2, 2, 1, 2, 6});
}

TEST_CASE("A name of the file behind ::") {
  check_left(
      "constexpr int N = 100;\n__device__ int f(int) { return 1; }\n"
      "struct S { static constexpr int N = 3; int own = N; __device__ int f(int) { return 2; "
      "} __device__ int all() { return ::N + ::f(0) * 10 + f(0) + N; } };\n",
      "int N = 9, f = 7; o[0] = ::N; o[1] = ::f(f) + N; S s; o[2] = s.all(); o[3] = "
      "s.own;\n",
      {100, 10, 115, 3});
}

TEST_CASE("Rows of const") {
  check_left(
      "__device__ int f(const int m[][3], int i) { return m[i][1]; }\n"
      "__device__ int g(const int (*m)[2][3]) { return m[1][1][2]; }\n"
      "template <class T, int C> __device__ T h(const T (*m)[C]) { return m[1][0] + C; }\n",
      "__shared__ int s[2][3]; s[1][1] = 8; int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int "
      "c[2][2][3] = {}; c[1][1][2] = 9; const int (*r)[3] = m; const int (&w)[3] = m[1]; "
      "m[1][0] = 33; o[0] = f(m, 1) * 10 + f(s, 1); o[1] = g(c); o[2] = r[1][2] * 100 + "
      "w[0]; o[3] = h(m); int (*q)[3] = m; int (*p) = &m[0][1]; o[4] = q[1][1] * 10 + *p;\n",
      {58, 9, 633, 36, 52});
  CHECK(error_of("", "const int m[2][3] = {}; int (*r)[3] = m; o[0] = r[1][1];\n")
            .find("cannot convert") != std::string::npos);
}

TEST_CASE("Long chains of choices take no longer than they are") {
  std::string chain, sum;
  for (int i = 0; i < 40; ++i) {
    chain += "x == " + std::to_string(i) + " ? " + std::to_string(7 * i) + " : ";
    sum += "x > " + std::to_string(i) + " ? 1 + (";
  }
  check_left("__device__ int f(int x) { return " + chain + "99; }\n",
             "int x = threadIdx.x + 30; o[0] = f(x); o[1] = f(31); x = o[2] ? 1 : x > 3 ? " +
                 chain + "5 : 6; o[2] = x; o[3] = sizeof(x > 1 ? 1 : x > 2 ? 2.0 : 3);\n",
             {210, 217, 210, 8});
  sum = sum.substr(sum.find("x > 10"));
  check_left("",
             "int x = threadIdx.x + 90; float y = " + sum + "0.5f" +
                 [] {
                   std::string end;
                   for (int i = 0; i < 30; ++i) end += ") : 0";
                   return end;
                 }() +
                 "; o[0] = 10 * y;\n",
             {305, 0, 0, 0});
}

TEST_CASE("A choice between variables is a variable") {
  check_left("",
             "int a = 1, b = 2, c[2] = {3, 4}; (a > b ? a : b) = 7; o[0] = b; (o[5] ? a : b) += "
             "2; o[1] = b; ++(a < b ? a : b); o[2] = a; (o[5] ? c[1] : c[0]) = 8; o[3] = c[0]; "
             "int& r = o[5] ? a : b; r = 5; int* p = &(a < b ? a : b); *p += 40; o[4] = a + b; "
             "struct S { int v; } s{1}, t{2}; (o[5] ? s : t) = S{6}; o[5] = t.v;\n",
             {7, 9, 2, 8, 47, 6});
  // Given to a reference it is, too, also through a second function; a value takes a copy.
  check_left(
      "__device__ void f(int& x) { x += 3; }\n__device__ void g(int& x) { f(x); }\n"
      "__device__ int h(int x) { return x++; }\n"
      "template <class T> __device__ void change(T& a, T& b) { T c = a; a = b; b = c; }\n",
      "int a = 1, b = 2, c[2] = {5, 6}; f(o[0] ? a : b); g(a > b ? b : a); h(a > b ? a : "
      "b); o[0] = a; o[1] = b; change(o[3] ? c[0] : c[1], a > b ? a : b); o[2] = c[1]; "
      "o[3] = b;\n",
      {4, 5, 5, 6});
  CHECK(error_of("struct S { static __device__ void f(int& x) { x = 3; } };\n",
                 "int a = 1, b = 2; S s; s.f(o[0] ? a : b);\n") ==
        "4:33: a choice 'a ? b : c' cannot be passed by reference here; use 'if'");
  check_left(
      "__device__ int f(int x) { return x + 1; }\n__device__ int g(int x) { return x * 2; }\n",
      "int (*p)(int) = o[3] ? f : g; o[0] = p(10); auto q = o[3] == 0 ? f : g; o[1] = "
      "q(10);\n",
      {20, 11, 0, 0});
}

TEST_CASE("A reference that a function gives is to one of several variables") {
  check_file("language/reference_returned.cu");
}

TEST_CASE("Operators of the reader's for commas and logic, words for marks, auto& as a result") {
  check_left(
      "struct I { int v; };\n__device__ I operator,(I a, I b) { return I{a.v * 10 + b.v}; }\n"
      "struct V { int x; __device__ int operator&&(V o) { return x * 100 + o.x; } };\n"
      "__device__ auto& at(int* p, int i) { return p[i]; }\n",
      "I a{1}, b{2}; I c = (a, b); o[0] = c.v; o[1] = V{3} && V{5}; o[2] = (not 0 and 1) + "
      "(6 bitand 3) + (5 xor 1); at(o, 3) = 9; int x = (4, 5); at(o, 3) += x;\n",
      {12, 305, 7, 14});
  CHECK(
      error_of("__device__ decltype(auto) f(int& x) { return (x); }\n", "int a = 1; f(a) = 3;\n") ==
      "1:12: decltype(auto) is not taken; write auto, auto& or the type");
  check_left("#define UNROLL _Pragma(\"unroll\")\n",
             "UNROLL for (int i = 0; i < 4; ++i) o[i] = i;\n", {0, 1, 2, 3});
}

TEST_CASE("A variable is read before the other operand changes it") {
  const char* step = "__device__ int f(int& x) { x += 5; return 1; }\n";
  check_left(step,
             "int a = 3; o[0] = a + f(a) * 10; a = 3; a = a + f(a); o[1] = a; a = "
             "3; o[2] = a << (a = 1); int b[2] = {4, 0}; int* p = b; o[3] = *p - "
             "f(*p) * 10;",
             {13, 4, 6, -6});
  check_left(step,
             "int i = 2; o[0] = i - i++; o[1] = i * (i += 2); auto g = [&] { "
             "return ++i; }; o[2] = i * 10 + g(); o[3] = i;",
             {0, 15, 56, 6});
}

TEST_CASE("Values in braces are computed from left to right") {
  check_left(
      "__device__ int f(int& a) { a = a * 10 + 1; return a; }\n"
      "struct C { int x, y; };\nstruct D { int x, y; __device__ D(int a, int b) : x(a), y(b) "
      "{} };\nstruct R { int x, y; __device__ R(int& a, int b) : x(a), y(b) {} };\n"
      "__device__ int sum(C c) { return c.x * 1000 + c.y; }\n",
      "int a = 1; C c{a, f(a)}; o[0] = sum(c); a = 1; D d{a, f(a)}; o[1] = d.x * 1000 + d.y; "
      "a = 1; R r{a, f(a)}; o[2] = r.x * 1000 + r.y; a = 1; o[3] = sum({a, f(a)}); a = 1; "
      "int b[] = {a, f(a), a, f(a), a}; o[4] = b[0] + b[1] + b[2] + b[3] + b[4]; a = 1; D e = "
      "D{a, a++}; o[5] = e.x * 1000 + e.y; o[6] = a;",
      {1011, 1011, 11011, 1011, 245, 1001, 2});
}

TEST_CASE("A static variable of a function is one for all threads and calls") {
  check_file("language/static_variable.cu");
  check_left("__device__ int next() { static int n; return atomicAdd(&n, 1); }\n",
             "atomicAdd(o + next() % 4, 1);", {16, 16, 16, 16}, 64);
  CHECK(error_of("__device__ int f(int x) { static int n = x; return n; }\n", "o[0] = f(o[1]);") ==
        "1:42: this value is not known before the kernel runs");
}

TEST_CASE("Names of enumerations, references to functions, objects as pointers, noexcept") {
  check_file("language/names.cu");
}

}  // TESTS_OF(core::cuda::language)
