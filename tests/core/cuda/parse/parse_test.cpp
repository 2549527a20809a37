// Declarations that a source makes, and what is skipped.
#include <string>

#include "core/cuda/parse/parser.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::cuda::parse::parse) {

using namespace loom;
using namespace loom::cuda;

namespace {

// The unit of a source, without CUDA's own declarations.
Unit unit_of(std::string_view text) {
  Unit unit;
  for (const std::string_view each : {std::string_view(), text}) {
    auto source = preprocess(each);
    REQUIRE(source);
    unit.tokens.push_back(source->tokens);
    unit.sources.push_back(std::move(*source));
  }
  REQUIRE(parse_declarations(unit, 1));
  return unit;
}

std::string broken(std::string_view text, std::string_view name) {
  const Unit unit = unit_of(text);
  const auto found = unit.broken.find(name);
  return found == unit.broken.end() ? "" : found->second;
}

// The expression's tree with brackets around all that binds together.
std::string shown(const Node* node) {
  if (!node) return "";
  switch (node->kind) {
    case NodeKind::name:
      return std::string(node->name);
    case NodeKind::literal:
      return std::string(node->token.text);
    case NodeKind::unary:
      return "(" + std::string(node->name) + shown(node->kids[0]) + ")";
    case NodeKind::postfix:
      return "(" + shown(node->kids[0]) + std::string(node->name) + ")";
    case NodeKind::ternary:
      return "(" + shown(node->kids[0]) + "?" + shown(node->kids[1]) + ":" + shown(node->kids[2]) +
             ")";
    case NodeKind::index:
      return shown(node->kids[0]) + "[" + shown(node->kids[1]) + "]";
    case NodeKind::member:
      return shown(node->kids[0]) + "." + std::string(node->name);
    case NodeKind::cast:
      return "(cast " + shown(node->kids[0]) + ")";
    case NodeKind::call: {
      std::string made = shown(node->kids[0]) + "(";
      for (std::size_t i = 1; i < node->kids.size(); ++i)
        made += (i > 1 ? "," : "") + shown(node->kids[i]);
      return made + ")";
    }
    default:
      return "(" + shown(node->kids[0]) + std::string(node->name) + shown(node->kids[1]) + ")";
  }
}

std::string tree(std::string expression) {
  const std::string text =
      "template <int N> int t(int);\nvoid f(int a, int b, int c, int* p) { " + expression + "; }";
  Unit unit = unit_of(text);
  Callable* function = unit.functions_by_name.find("f")->second;
  const auto read = parse_body(unit, *function);
  return read ? shown(function->body->kids[0]->kids[0]) : read.error().message;
}

}  // namespace

TEST_CASE("Operators bind as in C++") {
  CHECK(tree("a + b * c - 1") == "((a+(b*c))-1)");
  CHECK(tree("a = b = c") == "(a=(b=c))");
  CHECK(tree("a < b == c << 1 & 7") == "(((a<b)==(c<<1))&7)");
  CHECK(tree("a ? b : c ? 1 : 2") == "(a?b:(c?1:2))");
  CHECK(tree("-a++ * !*p") == "((-(a++))*(!(*p)))");
  CHECK(tree("(float)a / (b)") == "((cast a)/b)");
  CHECK(tree("(a) - b") == "(a-b)");
  CHECK(tree("p[a + 1], f(a, (b, c))") == "(p[(a+1)],f(a,(b,c)))");
  CHECK(tree("t<(3 > 2)>(a) > b") == "(t(a)>b)");
  CHECK(tree("a && b || c") == "((a&&b)||c)");
}

TEST_CASE("Declarations are found, whatever the host's code is") {
  const Unit unit = unit_of(
      "#include <vector>\nstd::vector<float> v(3);\nnamespace n { struct S { int a[2]; S() {} void "
      "f(); enum { Q = 3 }; }; }\n"
      "typedef unsigned int u32;\nusing R = float;\nenum class E : char { x = 1, y };\nstatic "
      "const int N = 4, M = N;\n"
      "int main(int argc, char** argv) { auto x = [&](auto y) { return y; }; kernel<<<1, 2, "
      "3>>>(x); try { } catch (...) {} }\n"
      "template <typename T, int K = 2> __global__ void __launch_bounds__(128) kernel(T* "
      "__restrict__ p, const u32 n) {}\n");
  CHECK(unit.structures_by_name.contains("S"));
  CHECK(unit.aliases_by_name.contains("u32"));
  CHECK(unit.aliases_by_name.contains("R"));
  CHECK(unit.enumerations_by_name.own.at("E")->members.size() == 2);
  CHECK((unit.variables.contains("N") && unit.variables.contains("M")));
  CHECK(unit.broken.contains("v"));
  REQUIRE(unit.kernels.size() == 1);
  CHECK((unit.kernels[0]->name == "kernel" && unit.kernels[0]->parameters.size() == 2 &&
         unit.kernels[0]->templates.size() == 2));
  CHECK((unit.kernels[0]->place.line == 9 && unit.kernels[0]->place.column == 73));
  CHECK(unit.kernels[0]->launch_bounds.size() == 1);
}

TEST_CASE("What cannot be read is noted under its name, and the rest goes on") {
  const std::string_view text =
      "Matrix multiply(const Matrix& a);\nstruct V { virtual void f(); };\n__device__ int good(int "
      "a) { return a; }\n";
  CHECK(broken(text, "multiply") == "1:1: unknown type 'Matrix'");
  CHECK(broken(text, "V").find("virtual functions") != std::string::npos);
  CHECK(unit_of(text).functions_by_name.contains("good"));
  const Unit unit = unit_of("__global__ void k(Unknown u) {}\n__global__ void good(int* p) {}");
  REQUIRE(unit.kernels.size() == 2);
  CHECK(unit.kernels[0]->error == "1:19: unknown type 'Unknown'");
}

}  // TESTS_OF(core::cuda::parse::parse)
