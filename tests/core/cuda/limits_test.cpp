// Sources made to take too much: each ends soon, with an error or a result.
#include "core/cuda/lower/limits.hpp"

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/validate.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::limits) {

namespace {

std::string times(int count, const std::string& text) {
  std::string made;
  for (int i = 0; i < count; ++i) made += text;
  return made;
}

// The error, without its place; "" if it compiles.
std::string error_of(const std::string& source) {
  const auto code = loom::cuda::compile(source, {"k", false});
  if (code) return "";
  const std::string& message = code.error().message;
  return message.substr(message.find(": ") + 2);
}

const std::string kernel = "__global__ void k(int* a) { a[0] = 1; }";

}  // namespace

TEST_CASE("limits: structures that contain themselves are refused") {
  for (const char* source :
       {"struct T; struct S { T x; }; struct T { S x; };", "struct S : S {}; typedef S T;",
        "struct T; struct S { T x[2]; }; struct T : S {};"}) {
    CAPTURE(source);
    CHECK(error_of(std::string(source) + "__global__ void k(int* a) { T x; S y; }") ==
          "a structure cannot contain itself");
  }
}

TEST_CASE("limits: nesting that no guard counted") {
  constexpr int deep = 3000;
  CHECK(error_of(times(deep, "struct s {") + "int q;" + times(deep, "};") + kernel) == "");
  CHECK(error_of("__global__ void k(int* a) { " + times(deep, "struct {") + "int q;" +
                 times(deep, "} x;") + "}") == "the source is nested too deeply here");
  CHECK(error_of(times(deep, "struct s {")) == "this bracket is not closed");
  CHECK(error_of("int f(" + times(deep, "int (*)(") + times(deep, ")") + ");" + kernel) == "");
  CHECK(error_of(times(deep, "template <class T> struct s {") + times(deep, "};") + kernel) == "");
}

TEST_CASE("limits: texts that double") {
  CHECK(error_of("template <class A, class B> struct P {};\n"
                 "template <class T> __device__ int f(T) { return f(P<T, T>{}); }\n"
                 "__global__ void k(int* a) { a[0] = f(1); }") ==
        "the template arguments of 'P' are too long");
  CHECK(error_of("#define S(x) #x\n#define T(x) S(x)\n__global__ void k(int* a) { printf(" +
                 times(38, "T(") + "\"\"" + times(38, ")") + "); }") ==
        "macros make too much text here");
  CHECK(error_of("__global__ void k(int* a) { printf(" + times(100'000, "\"x\"") + "); }") == "");
}

TEST_CASE("limits: functions that call each other twice") {
  std::string source = "__device__ int f0() { return 1; }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "()";
    source +=
        "__device__ int f" + std::to_string(i) + "() { return " + before + " + " + before + "; }\n";
  }
  CHECK(error_of(source + "__global__ void k(int* a) { a[0] = f39(); }") ==
        "the functions call each other too often");
}

TEST_CASE("limits: code that is full just before its end") {
  constexpr std::size_t few = 10;
  const auto compiled = [](std::size_t sums, std::size_t steps) {
    return loom::cuda::compile("__global__ void k(int* a) { int x = a[0]; " +
                                   times(static_cast<int>(sums), "x += a[0];") +
                                   times(static_cast<int>(steps), "++x;") + " if (x) a[0] = x; }",
                               {"k", false});
  };
  const auto small = compiled(few, 1);
  REQUIRE(small);
  // A sum is two instructions, a step one. How many the machine needs before them is not counted.
  for (const std::size_t more : loom::tried<std::size_t>({3, 2, 4})) {
    const std::size_t missing = loom::cuda::most_instructions + more - small->instructions.size();
    const auto code = compiled(few + missing / 2 - 1, 1 + missing % 2 + 2);
    if (code)
      CHECK(!loom::cuda::unsound(*code));
    else
      CHECK(code.error().message.ends_with(
          "the code becomes too long; make loops and calls smaller"));
  }
}

TEST_CASE("limits: what once stopped the compiler") {
  const auto body = [](const std::string& before, const std::string& statements) {
    return error_of(before + "__global__ void k(int* a) { " + statements + " }");
  };
  CHECK(body("struct B { int x; };", "B b = B({}); a[0] = b.x + B({4}).x + sizeof(B({}));") == "");
  CHECK(body("", "void x[4] = {1};") == "an array has no elements of type 'void'");
  CHECK(body("template <class T> struct F { T x[2]; };", "F<void> f = {1};") ==
        "an array has no elements of type 'void'");
  CHECK(body("template <class T> struct X {};", "X<X<>>> x;") != "");
  CHECK(body("template <class T> struct X {};", "X<X<int>>> x;") != "");
  CHECK(body("struct S { int v; __device__ operator int() { return *this; } };",
             "S s; a[0] = s;") != "");
}

TEST_CASE("limits: constant memory") {
  CHECK(error_of("__constant__ int g[16384];\n__global__ void k(int* a) { a[0] = g[1]; }") == "");
  CHECK(error_of("__constant__ int g[16385];\n__global__ void k(int* a) { a[0] = g[1]; }") ==
        "'g' takes 65540 bytes of constant memory, expected at most 65536");
}

}  // TESTS_OF(core::cuda::limits)
