// Macros, conditions and includes.
#include "core/cuda/text/preprocess.hpp"

#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::cuda::text::preprocess) {

using namespace loom;
using namespace loom::cuda;

namespace {

std::string after(std::string_view source) {
  const auto made = preprocess(source);
  if (!made) return made.error().message;
  std::string all;
  for (const Token& token : made->tokens)
    if (token.word != Word::end) all += (all.empty() ? "" : " ") + std::string(token.text);
  return all;
}

}  // namespace

TEST_CASE("Macros are replaced as C has it") {
  CHECK(after("#define N 4\nint a[N];") == "int a [ 4 ] ;");
  CHECK(after("#define AT(r, c) a[(r) * N + (c)]\n#define N 8\nAT(i + 1, f(2, 3))") ==
        "a [ ( i + 1 ) * 8 + ( f ( 2 , 3 ) ) ]");
  CHECK(after("#define S(x) #x\nS(a \"b\" + 1)") == R"("a \"b\" + 1")");
  CHECK(after("#define C(a, b) a##b\nC(x, 1) C(, y)") == "x1 y");
  CHECK(after("#define P(f, ...) printf(f, ##__VA_ARGS__)\nP(\"a\") P(\"b\", 1, 2)") ==
        "printf ( \"a\" ) printf ( \"b\" , 1 , 2 )");
  CHECK(after("#define x x + y\n#define y x\nx y") == "x + x x + y");
  CHECK(after("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)") ==
        "2 * 9 * g");  // as GCC; the standard leaves it open
  CHECK(after("#define f(a) a\nf f(1)") == "f 1");
  CHECK(after("#define A 1\n#undef A\nA") == "A");
  CHECK(after("float __restrict__ *p = FLT_MAX; M_PI") ==
        "float * p = 3.40282346638528859812e+38F ; 3.14159265358979323846");
}

TEST_CASE("A macro's words stand where the macro is used") {
  const auto made = preprocess("#define TWO (1 + 1)\n\n  TWO");
  REQUIRE(made);
  for (const Token& token : made->tokens)
    if (token.word != Word::end) CHECK((token.place.line == 3 && token.place.column == 3));
}

TEST_CASE("Conditions choose") {
  CHECK(after("#if defined(A) || 2 * 3 == 6 && !0\nyes\n#else\nno\n#endif") == "yes");
  CHECK(after("#ifdef A\na\n#elif __CUDA_ARCH__ >= 800\nb\n#elif 1\nc\n#else\nd\n#endif") == "b");
  CHECK(after("#ifndef A\n#define A\n#if 0\n#if 1\nx\n#endif\n#else\ny\n#endif\n#endif") == "y");
  CHECK(after("#if (1 ? 0 : 1) || UNKNOWN\nx\n#endif\nz") == "z");
}

TEST_CASE("Conditions compute with and without sign, as intmax_t and uintmax_t") {
  for (const char* each :
       {"-1 > 0u", "(0u - 1) / 2 > 0x7ffffffffffffffe", "18446744073709551615u == -1",
        "-1 >> 1 == -1", "(-1 + 0u) >> 1 == 0x7fffffffffffffff", "(1 ? -1 : 0u) > 0",
        "-7 / 2u > 100 && -7 % 2u == 1", "~0u > 0 && -(1u) > 0 && !0u > -1", "(2u > 1) - 2 < 0",
        "(1 << 1u) - 3 < 0", "0xffffffff > -1", "~5 == -6", "'a' == 97 && 'u' > -1",
        "0xffffffffffffffff > 0", "-7 / -1 == 7 && -7 % -1 == 0", "-5 % 3 == -2", "9 >= 9u"})
    CHECK(after(std::string("#if ") + each + "\nyes\n#endif") == "yes");
  CHECK(after("#if 0xffffffffffffffff < 0 || -1 < 0u || 3 <= 2 || 2 >= 3u\nx\n#endif\nz") == "z");
}

TEST_CASE("A quote without an end counts only where the text is read") {
  CHECK(after("#if 0\nI don't \\\ncare\n\"one\n#define x don't\n#elif 1\nx\n#endif\ny") == "x y");
  CHECK(after("#pragma it's\nx") == "x");
  CHECK(after("x = \"b\n") == "1:5: this has no end in its line, expected \"");
  CHECK(after("#if 1\ndon't\n#endif") == "2:4: this has no end in its line, expected '");
  CHECK(after("\n#define x don't\n") == "2:14: this has no end in its line, expected '");
}

TEST_CASE("What cannot be read is refused with its place") {
  CHECK(after("#if 1\nx") == "1:1: this #if has no #endif");
  CHECK(after("\n#endif") == "2:1: #endif without #if");
  CHECK(after("#include <cuda_fp61.h>") ==
        "1:1: no header <cuda_fp61.h>; did you mean 'cuda_fp16.h'?");
  CHECK(after("#include <cuda_fp16.h>\n#include \"mine.h\"\nx") == "x");
  CHECK(after("#define F(a) a\nF(1, 2)") == "2:1: macro 'F' has 2 arguments, expected 1");
  CHECK(after("#define F(a) a\nF(1") == "2:1: the arguments of macro 'F' have no end");
  CHECK(after("#if 1 +\n#endif") == "1:1: expected a value in a condition");
  CHECK(after("#error no\n") == "1:1: #error no");
  CHECK(after("#pragma unroll\nx") == "x");
}

TEST_CASE("A macro bomb ends") {
  std::string bomb = "#define A0 x x\n";
  for (int i = 1; i < 40; ++i)
    bomb += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
            std::to_string(i - 1) + "\n";
  CHECK(after(bomb + "A39").find("macros make too much text") != std::string::npos);
  std::string nested;
  for (int i = 0; i < 5000; ++i) nested += "F(";
  CHECK(after("#define F(a) a\n" + nested).find("have no end") != std::string::npos);
  CHECK(after("#define F(a) a\n" + nested + std::string(5000, ')')).find("nested too deeply") !=
        std::string::npos);
}

}  // TESTS_OF(core::cuda::text::preprocess)
