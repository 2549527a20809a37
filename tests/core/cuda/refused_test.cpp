// What is not taken: its name, its place, and a way around.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::refused) {

using loom::tests::cuda::check_left;
using loom::tests::cuda::error_of;

TEST_CASE("Constant functions without an end are refused") {
  const std::string deep = error_of("constexpr int f(int n) { return f(n + 1); }", "o[0] = f(1);");
  CHECK(deep.find("nested too deeply") != std::string::npos);
  const std::string wide = error_of(
      "constexpr int f(int n, int m) { return n == 0 ? m : f(n - 1, 2 * m) + f(n - 1, 2 * m + "
      "1); }",
      "o[0] = f(20, 1);");
  CHECK(wide.find("called more than 10000 times") != std::string::npos);
  const std::string unknown =
      error_of("constexpr int f(int n) { return n == 0 ? 0 : f(n - 1); }", "o[0] = f(o[1]);");
  CHECK(unknown.find("'f' calls itself") != std::string::npos);
}

TEST_CASE("Pointers to members are refused by name") {
  CHECK(error_of("struct S { int a, b; };\n", "int S::*m = &S::b; S s{1, 2}; o[0] = s.*m;\n") ==
        "4:8: pointers to members are not taken; use a lambda");
}

TEST_CASE("What is not taken is named, with a way around") {
  const auto why = [](const std::string& head, const std::string& body) {
    return error_of(head, body);
  };
  CHECK(why("", "o[0] = 3_k;") ==
        "3:8: '3_k': literals of your own are not taken; call a function");
  CHECK(why("struct S { int a, b; };\n", "int S::*p = &S::b;") ==
        "4:8: pointers to members are not taken; use a lambda");
  CHECK(why("struct S { int f(); };\n", "int (S::*p)() = &S::f;") ==
        "4:9: pointers to members are not taken; use a lambda");
  CHECK(why("", "o[0] = ({ int x = 3; x + 1; });") ==
        "3:9: statements in an expression are not taken; use a lambda");
  CHECK(why("", "o[0] = L'a';") ==
        "3:8: characters and strings of 'L' are not taken; leave it out");
  CHECK(why("__device__ int f();\n", "o[0] = noexcept(1);") ==
        "4:8: noexcept: the operator noexcept is not taken; write true or false");
}

TEST_CASE("A name that nobody knows may be in a header that is not here, or CuTe's") {
  const auto why = [](const std::string& header, const std::string& body) {
    return error_of("#include " + header + "\n", body);
  };
  const std::string utils = "; perhaps it is in \"utils.h\", which is not here";
  CHECK(why("\"utils.h\"", "Tensor t;") == "4:1: unknown type 'Tensor'" + utils);
  CHECK(why("\"utils.h\"", "o[0] = tile_sum(1);") ==
        "4:8: nothing is called 'tile_sum' here" + utils);
  CHECK(why("\"utils.h\"", "o[0] = warp_sum<float, 4>(1);") ==
        "4:8: nothing is called 'warp_sum' here" + utils);
  const std::string cute = "; CuTe is not here; write the index arithmetic out";
  CHECK(why("<cute/tensor.hpp>", "Tensor t;") == "4:1: unknown type 'Tensor'" + cute);
  CHECK(why("<cute/tensor.hpp>", "auto t = shape(Int<4>{});") ==
        "4:22: expected a value, got '{'" + cute);
}

TEST_CASE("A variable takes one value in parentheses, if its type does not say otherwise") {
  for (const char* declared : {"auto x();", "auto x(1, 2);", "int& x();", "int& x(o[0], o[1]);",
                               "auto&& x(1, 2);", "static auto x();", "auto* x();"}) {
    CAPTURE(declared);
    CHECK(error_of("", declared).find("expected one value here") != std::string::npos);
  }
  check_left("", "auto x(3); int& y(o[1]); y = x;", {0, 3, 0, 0});
}

TEST_CASE("A statement that C++ does not take is told why") {
  const std::string pair = "struct S { int a, b; };\n";
  const char* const cases[][3] = {
      {"", "int& x;", "the reference 'x' needs a value"},
      {"", "float& x = o[0];", "a reference to 'float' cannot name a value of type 'int'"},
      {"", "auto [a, b] = 3;", "'auto […]' takes a structure or an array, got 'int'"},
      {pair.c_str(), "S s{1, 2}; auto [a] = s;", "'S' has 2 parts, got 1 names"},
      {"", "int s[2] = {1, 2}; auto [a, b, c] = s;", "'int[2]' has 2 parts, got 3 names"},
      {"", "switch (1.5f) {}", "'switch' takes an integer, got 'float'"},
      {"", "switch (1) o[0] = 1;", "expected '{' after 'switch'"},
      {"", "continue;", "'continue' stands outside of a loop"},
      {"", "case 1: o[0] = 1;", "'case' stands outside of a switch"},
      {"__device__ auto f() { return {1}; }\n", "o[0] = f();",
       "values in braces need the type of the result"},
      {"__device__ int f(int a, ...) { return a; }\n", "o[0] = f(1);",
       "a variable number of parameters is not taken; write the parameters out"},
  };
  for (const auto& [head, body, message] : cases) {
    const std::string error = body + (": " + error_of(head, body));
    CHECK_MESSAGE(error.find(message) != std::string::npos, error);
  }
}

}  // TESTS_OF(core::cuda::refused)
