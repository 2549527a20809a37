// Words and literals of a source text, with their places.
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/cuda/text/token.hpp"
#include "core/numerics/bits.hpp"
#include "core/numerics/decimal.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::cuda::text::tokenizer) {

using namespace loom;
using namespace loom::cuda;

namespace {

// "LINE:COLUMN text" of every word, or the error.
std::string words(std::string_view source) {
  const auto found = words_of(source);
  if (!found) return found.error().message;
  std::string all;
  for (const Token& token : *found)
    if (token.word != Word::end)
      all += std::to_string(token.place.line) + ":" + std::to_string(token.place.column) + " " +
             std::string(token.text) + "|";
  return all;
}

std::string literal(std::string_view text) {
  const auto found = words_of(text);
  if (!found) return found.error().message;
  const auto read = literal_of(found->front());
  if (!read) return read.error().message;
  return std::to_string(static_cast<std::int64_t>(read->bits)) + " " + std::string(read->type);
}

}  // namespace

TEST_CASE(
    "Words stand where they are in the text, whatever comments and joined lines lie between") {
  CHECK(words("a+=b") == "1:1 a|1:2 +=|1:4 b|");
  CHECK(words("x /* 1\n2 */ y // z\nw") == "1:1 x|2:6 y|3:1 w|");
  CHECK(words("#define A \\\n  b") == "1:1 #|1:2 define|1:9 A|2:3 b|");
  CHECK(words("f<<<1,2>>>(x)") == "1:1 f|1:2 <<<|1:5 1|1:6 ,|1:7 2|1:8 >>>|1:11 (|1:12 x|1:13 )|");
  CHECK(words("'a' \"b\\\"c\" 1e-3f .5") == "1:1 'a'|1:5 \"b\\\"c\"|1:12 1e-3f|1:18 .5|");
  CHECK(words("a /* b") == "1:3: this comment has no end, expected '*/'");
  CHECK(words("x = \"b c\ny") == "1:1 x|1:3 =|1:5 \"b c|2:1 y|");
}

TEST_CASE("Literals have the type that C++ gives them") {
  CHECK(literal("0") == "0 int");
  CHECK(literal("2147483648") == "2147483648 long");
  CHECK(literal("0x80000000") == "2147483648 unsigned int");
  CHECK(literal("1'000u") == "1000 unsigned int");
  CHECK(literal("0b101ll") == "5 long long");
  CHECK(literal("017") == "15 int");
  CHECK(literal("'\\n'") == "10 char");
  CHECK(literal("'\\xff'") == "-1 char");
  CHECK(literal("1.5f") == std::to_string(numerics::to_bits(1.5f)) + " float");
  CHECK(literal("0x1.8p1f") == std::to_string(numerics::to_bits(3.0f)) + " float");
  CHECK(literal("1e3") == std::to_string(numerics::to_bits(1e3)) + " double");
  CHECK(literal("12q") == "1:1: '12q' is no number, expected digits and perhaps u, l, ll or f");
  CHECK(literal("18446744073709551616") ==
        "1:1: the number 18446744073709551616 needs more than 64 bits");
}

TEST_CASE("A literal is rounded once to its type, as the C library does it") {
  const auto same = [](const std::string& text) {
    CHECK(literal(text) == std::to_string(static_cast<std::int64_t>(
                               numerics::to_bits(std::strtod(text.c_str(), nullptr)))) +
                               " double");
    CHECK(literal(text + "f") ==
          std::to_string(numerics::to_bits(std::strtof(text.c_str(), nullptr))) + " float");
  };
  for (const char* text : {"0.0", ".5", "5.", "1e-50", "1e50", "1e400", "1e-400", "0x.8p0",
                           "0x1.fffffffp3", "0x1.ffffff8p3", "0x123456789abcdef1.8p-80"})
    same(text);
  Random random(1);
  for (int i = 0; i < tries(5'000); ++i) {
    std::string digits;
    for (int k = static_cast<int>(random.below(25)); k >= 0; --k)
      digits += static_cast<char>('0' + random.below(10));
    same(digits + "." + std::to_string(random.below(1000)) + "e" +
         std::to_string(static_cast<int>(random.below(80)) - 50));
    // Halfway between two floats, and a little beside it.
    const float low =
        static_cast<float>(std::ldexp(random.unit(), static_cast<int>(random.below(60)) - 30));
    const double middle =
        (static_cast<double>(low) + static_cast<double>(std::nextafter(low, INFINITY))) / 2;
    const auto exact = numerics::significant_digits(middle, 120);
    const std::string tie = exact.digits + "e" + std::to_string(exact.exponent - 119);
    const std::string above = exact.digits + "1e" + std::to_string(exact.exponent - 120);
    same(tie);
    same(above);
    const auto below = numerics::significant_digits(std::nextafter(middle, 0.0), 17);
    same(below.digits + "e" + std::to_string(below.exponent - 16));
  }
  for (const char* text : {"1.5.", "1e", "1e+", "1.5x", "0x1.p", "1.5ff"})
    CHECK_MESSAGE(literal(text).find("is no number") != std::string::npos, text);
}

}  // TESTS_OF(core::cuda::text::tokenizer)
