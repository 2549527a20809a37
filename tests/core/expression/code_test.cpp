// Lines of code: what they define and access, by hand.
#include "core/expression/code.hpp"

#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::expression::code) {

using namespace loom;

namespace {

// "i=lane*2; tile[32][33]; in{i}?i<n" for definitions, arrays, and accesses with their conditions.
std::string read(const std::string& text) {
  const auto code = expression::read_code(text);
  if (!code) return code.error().message;
  std::string all;
  const auto add = [&](const std::string& what) { all += (all.empty() ? "" : "; ") + what; };
  for (const auto& each : code->definitions)
    add(std::string(each.name) + (each.unclear.empty() ? "=" : "~") +
        std::string(each.unclear.empty() ? each.value.of(text) : each.unclear));
  for (const auto& each : code->arrays) {
    std::string array(each.name);
    for (const auto& length : each.lengths) array += "[" + std::string(length.of(text)) + "]";
    add(array);
  }
  for (const auto& each : code->accesses) {
    std::string access(each.array);
    for (const auto& index : each.indices) access += "{" + std::string(index.of(text)) + "}";
    for (const auto& condition : each.conditions)
      access += (condition.holds ? "?" : "?!") + std::string(condition.piece.of(text));
    add(access);
  }
  if (!code->value.empty()) add("value " + std::string(code->value.of(text)));
  return all;
}

}  // namespace

TEST_CASE("code: an index alone is a value") {
  CHECK(read("threadIdx.x * 4") == "value threadIdx.x * 4");
  CHECK(read("x * 32 + y;") == "value x * 32 + y");
  CHECK(read("row * n") == "value row * n");
  CHECK(read("min(lane, 3)") == "value min(lane, 3)");
  CHECK(read("") == "");
}

TEST_CASE("code: definitions, declarations and assignments") {
  CHECK(read("int i = blockIdx.x * blockDim.x + threadIdx.x;") ==
        "i=blockIdx.x * blockDim.x + threadIdx.x");
  CHECK(read("const unsigned x = a, y = f(b, c); z = x") == "x=a; y=f(b, c); z=x");
  CHECK(read("unsigned long long n = 5;") == "n=5");
  CHECK(read("size_t at = 1") == "at=1");
  CHECK(read("n = 64, x = threadIdx.x") == "n=64; x=threadIdx.x");
  CHECK(read("__shared__ alignas(128) float tile[32][32 + 1], b[8];") == "tile[32][32 + 1]; b[8]");
  CHECK(read("const float4* mine = in + 4;") == "mine=in + 4");
  CHECK(read("x == 3") == "value x == 3");
  CHECK(read("x <= 3") == "value x <= 3");
}

TEST_CASE("code: accesses in the order of the text, with what is around them") {
  CHECK(read("out[i] = in[i * stride];") == "out{i}; in{i * stride}");
  CHECK(read("tile[threadIdx.x][threadIdx.y]") == "tile{threadIdx.x}{threadIdx.y}");
  CHECK(read("if (i < n) out[i] = 1; b[i]") == "out{i}?i < n; b{i}");
  CHECK(read("if (i < n) { a[i]; if (j) { b[j]; } c[i]; } else d[i];") ==
        "a{i}?i < n; b{j}?i < n?j; c{i}?i < n; d{i}?!i < n");
  CHECK(read("if (a) b[0]") == "b{0}?a");
  CHECK(read("in[idx[i]]") == "in{idx[i]}; idx{i}");
  CHECK(read("float v = in[i];") == "v~float; in{i}");
  CHECK(read("f(&a[0][me], {1, b[2]}, 16);") == "a{0}{me}; b{2}");
  CHECK(read("memory.full[stage].wait(p->q[3])") == "memory.full{stage}; p->q{3}");
  CHECK(read("a[i] += b[i] / 2") == "a{i}; b{i}");
  CHECK(read("return a[i];") == "a{i}");
  CHECK(read("for (int j = 0; j < n[0]; ++j) { s += a[j]; }") ==
        "j=0; s~s += a[j]; j~++j; n{0}; a{j}?j < n[0]");
  CHECK(read("while (w[i]) continue;") == "w{i}");
  CHECK(read("p[i] // q[i]\n/* r[i] */ #pragma unroll\n+ s[\"]\"]") == "p{i}; s{\"]\"}");
  CHECK(read("#pragma unroll\na[i]") == "a{i}");
}

TEST_CASE("code: changes that are not followed, and what ends before an access") {
  CHECK(read("i += 2; a[i]") == "i~i += 2; a{i}");
  CHECK(read("i <<= 1; a[i]") == "i~i <<= 1; a{i}");
  CHECK(read("i++; --i; a[i]") == "i~i++; i~--i; a{i}");
  CHECK(read("f(&i, j & i); a[i]") == "i~&i; a{i}");
  CHECK(read("unsigned char i = 300; a[i]") == "i~char; a{i}");
  CHECK(read("int& r = i; a[i]") == "r~&; i~& r = i; a{i}");
  CHECK(read("if (c) return; a[i]") == "a{i}?!c");
  CHECK(read("if (c) { if (d) break; a[i]; } b[i]") == "a{i}?c?!d; b{i}?!c");
  CHECK(read("if (c) a[i]; else return; b[i]") == "a{i}?c; b{i}?c");
  CHECK(read("for i in range(10): a[i]") == "column 4: expected '(' behind 'for'");
  const auto until = [](const std::string& text) {
    return text.substr(0, expression::read_code(text)->definitions.front().until);
  };
  CHECK(until("{ i = 7; } a[i]") == "{ i = 7; }");
  CHECK(until("if (c) i = 7; a[i]") == "if (c) i = 7;");
  CHECK(until("for (int i = 0; i < 3;) b[i]; a[i]") == "for (int i = 0; i < 3;) b[i];");
  CHECK(until("int i = 7; a[i]") == "int i = 7; a[i]");
}

TEST_CASE("code: a whole kernel") {
  CHECK(read("__global__ void copy(const float* in, float* out, int n) {\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "  if (i < n) out[i] = in[i];\n"
             "}\n") == "i=blockIdx.x * blockDim.x + threadIdx.x; out{i}?i < n; in{i}?i < n");
}

TEST_CASE("code: brackets that do not close") {
  CHECK(read("a[i") == "column 4: expected the ']' of the '[' in column 2, got the end");
  CHECK(read("f(a[i])) + 1") == "column 8: the ')' closes nothing");
  CHECK(read("a[(i]") == "column 5: the ']' closes nothing");
  CHECK(read(std::string(1001, 'a')) == "got 1001 characters, expected at most 1000");
}

}  // TESTS_OF(core::expression::code)
