#include "core/json/scanner.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::json::scanner) {

using loom::json::Scanner;

namespace {

// The whole text passed over: "", or the byte of the mistake and what it is.
std::string passed(std::string_view text) {
  Scanner in(text);
  in.value();
  in.end("the value");
  if (!in.mistake()) return "";
  return std::to_string(in.mistake()->at) + ": " + in.mistake()->what;
}

}  // namespace

TEST_CASE("scanner: what comes next, as it is written") {
  Scanner in(" {\"a\" : [ 1.50 ,\"x\\n\" ] ,\n\"\\u0062\":{ } } ");
  REQUIRE(in.open('{'));
  CHECK(in.key() == "a");
  const std::size_t begin = in.at();
  REQUIRE(in.open('['));
  CHECK(in.word() == "1.50");
  REQUIRE(in.another(']'));
  CHECK(in.text() == "x\\n");
  CHECK_FALSE(in.another(']'));
  CHECK(begin == 8);
  REQUIRE(in.another('}'));
  CHECK(in.key() == "\\u0062");
  CHECK(in.value() == "{ }");
  CHECK_FALSE(in.another('}'));
  in.end("the last '}'");
  CHECK_FALSE(in.mistake());
}

TEST_CASE("scanner: a value passed over ends with its last character") {
  for (const std::string value : {"1", "-0.5e-3", "1E+2", "true", "null", "\"\"", "\"]\\\"\"", "[]",
                                  "[1, [2, {}] ]", "{\"a\": {\"b\": [null]}}", "\"µ−😀\""}) {
    CAPTURE(value);
    const std::string text = "\uFEFF [" + value + "  , 2 ]\n";
    Scanner in(text);
    REQUIRE(in.open('['));
    CHECK(in.value() == value);
    REQUIRE(in.another(']'));
    CHECK(in.value() == "2");
    CHECK_FALSE(in.another(']'));
    in.end("the last ']'");
    CHECK_FALSE(in.mistake());
  }
}

TEST_CASE("scanner: a mistake has its place, what was expected, and what stands there") {
  CHECK(passed("[1,]") ==
        "3: expected a value: a number, a text in quotes, true, false, null, a list or {…}, got "
        "']'");
  CHECK(passed("[1 2]") == "3: expected ',' or ']' behind a value, got '2'");
  CHECK(passed("{a:1}") == "1: expected a key in quotes, got 'a'");
  CHECK(passed("{\"a\" 1}") == "5: expected ':' behind a key, got '1'");
  CHECK(passed("1 1") == "2: expected nothing behind the value, got '1'");
  CHECK(passed("\"a") == "2: expected the quotes that end a text, got the end");
  CHECK(passed("[\"\\q\"]").starts_with("2: expected an escape of JSON's: "));
  CHECK(passed("\"a\xFF\"").starts_with("2: expected a character in UTF-8, got "));
  CHECK(passed("\"\xE2\x88\"").starts_with("1: expected a character in UTF-8, got "));
  CHECK(passed("[" + std::string(100, '9') + "x]").ends_with(", got '99999999999999999999…'"));
  for (const char* word : {"", "01", "-", "+1", ".5", "1.", "1e", "nan", "tru", "True", "0x10"})
    CHECK(passed(word).starts_with("0: expected a value: "));
  for (const char* text : {"\"", "\"\n\"", "\"\\", "\"\\u12g4\"", "[", "{", "{\"a\"",
                           "{\"a\":", "{\"a\":1", "{\"a\":1,", "[1,", "}", "]", ","})
    CHECK_MESSAGE(passed(text) != "", text);
}

TEST_CASE("scanner: brackets 64 deep and no deeper") {
  CHECK(passed(std::string(64, '[') + "1" + std::string(64, ']')) == "");
  CHECK(passed(std::string(65, '[') + std::string(65, ']')) ==
        "64: expected brackets at most 64 deep, got '['");
  CHECK(passed(std::string(1'000'000, '[')).starts_with("64: "));
  std::string wide = "[";
  for (int i = 0; i < 1000; ++i) wide += "[],{},";
  CHECK(passed(wide + "0]") == "");
}

TEST_CASE("scanner: behind the first mistake there is nothing") {
  Scanner in("{\"a\" 1, \"b\": 2}");
  REQUIRE(in.open('{'));
  in.key();
  CHECK(in.value() == "");
  CHECK_FALSE(in.another('}'));
  CHECK_FALSE(in.open('{'));
  CHECK(in.key() == "");
  CHECK(in.text() == "");
  in.fail(0, "another mistake");
  in.end("it");
  CHECK(in.mistake()->what == "expected ':' behind a key, got '1'");
}

TEST_CASE("scanner: a control character is named, since a message cannot show it") {
  constexpr std::string_view wrong = "expected the quotes that end a text, got a control character";
  for (const char c : {'\0', '\n', '\x1b'})
    CHECK(passed(std::string("[\"ab") + c + "d\"]") == "4: " + std::string(wrong));
  CHECK(passed(std::string("[x\0y]", 5)).ends_with(", got 'x'"));
}

}  // TESTS_OF(core::json::scanner)
