#include "core/json/text.hpp"

#include <cmath>

#include "core/json/fields.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::json::text) {

using loom::json::Large;
using loom::json::read;
using loom::json::Value;
using loom::json::write;

namespace {

std::string again(const std::string& text) {
  const auto value = read(text);
  return value ? write(*value) : value.error().message;
}

}  // namespace

TEST_CASE("json: what is read is written the same, in its order") {
  for (const char* text : {"null", "true", "false", "0", "-1", "18446744073709551615",
                           "-9223372036854775808", "0.5", "-0.0", "1e+300", "\"\"", "[]", "{}",
                           "[1,[2,[]],{}]", "{\"b\":1,\"a\":[null,true]}", "\"a \\\" \\\\ µ−\""})
    CHECK(again(text) == text);
  CHECK(again(" { \"a\" : [ 1 , 2 ] ,\n\"b\":\t-0 } ") == "{\"a\":[1,2],\"b\":-0.0}");
  CHECK(again("18446744073709551616") == "1.8446744073709552e+19");
  CHECK(again("1E2") == "100.0");
  CHECK(again(R"("\u0041\u00b5\u2212\ud83d\ude00\n\/")") == "\"Aµ−😀\\u000a/\"");
}

TEST_CASE("json: a byte that is not UTF-8 is written as U+FFFD") {
  CHECK(write(Value("a\xff z")) == "\"a\uFFFD z\"");
  CHECK(write(Value("\xe2\x88")) == "\"\uFFFD\uFFFD\"");            // cut short
  CHECK(write(Value("\xed\xa0\x80")) == "\"\uFFFD\uFFFD\uFFFD\"");  // half of a pair
  CHECK(write(Value().add("\x80", 1)) == "{\"\uFFFD\":1}");
}

TEST_CASE("json: what is no JSON is refused, with its byte") {
  CHECK(again("[1 2]") == "malformed JSON at byte 4: expected ',' or ']' behind a value, got '2'");
  CHECK(again("1 1") == "malformed JSON at byte 3: expected nothing behind the value, got '1'");
  CHECK(again("[-1e999]") ==
        "malformed JSON at byte 2: expected a number within double precision, got '-1e999'");
  CHECK(again("{\"a\":1, \"\\u0061\":2}") ==
        "malformed JSON at byte 9: the key \"a\" is given twice");
  for (const char* text : {"\\ud800", "\\udc00", "\\ud800\\n", "\\ud800\\u0041", "\\ud800x"})
    CHECK_MESSAGE(again("\"a" + std::string(text) + "\"")
                      .starts_with("malformed JSON at byte 3: expected both halves of a surrogate "
                                   "pair, got '\\u"),
                  text);
  for (const char* text : {"", "tru", "\"", "[", "{", "{\"a\":1"})
    CHECK_MESSAGE(again(text).starts_with("malformed JSON at byte "), text);
  std::string wide = "{\"k0\":0";
  for (int i = 1; i < 100; ++i) wide += ",\"k" + std::to_string(i) + "\":0";
  CHECK(again(wide + "}") == wide + "}");
  CHECK(again(wide + ",\"k100\":0}").ends_with(": an object of more than 100 members"));
  CHECK(again(std::string(64, '[') + std::string(64, ']')) ==
        std::string(64, '[') + std::string(64, ']'));
  CHECK(again(std::string(65, '[') + "1" + std::string(65, ']')).find("64 deep") !=
        std::string::npos);
  CHECK(again(std::string(1'000'000, '[')).starts_with("malformed"));
}

TEST_CASE("json: whole numbers that a script does not hold are texts for it") {
  const auto value = read("[9007199254740992,9007199254740993,-9007199254740993]");
  REQUIRE(value);
  CHECK(write(*value, Large::text) ==
        "[9007199254740992,\"9007199254740993\",\"-9007199254740993\"]");
}

TEST_CASE("json: members are found and added") {
  Value value;
  value.add("a", 1).add("b", Value::Array{2, 2.5});
  REQUIRE(value.find("b"));
  CHECK(value.find("b")->array()->size() == 2);
  CHECK(!value.find("c"));
  CHECK(!Value(3).find("a"));
  CHECK(write(value) == "{\"a\":1,\"b\":[2,2.5]}");
}

TEST_CASE("json: fields are read, or refused by name") {
  CHECK(*loom::json::read_number("0x3f800000", "x") == 1);
  CHECK(std::signbit(*loom::json::read_number("-0", "x")));
  CHECK(loom::json::read_number("one", "x")
            .error()
            .message.starts_with("field 'x': expected a number"));
  CHECK(*loom::json::read_integer(3.0, "x", 0, 5) == 3);
  CHECK(loom::json::read_integer(6, "x", 0, 5).error().message ==
        "field 'x': expected a whole number from 0 to 5, got 6");
  CHECK(loom::json::read_boolean(1, "x").error().message ==
        "field 'x': expected true or false, got 1");
  constexpr loom::json::Field fields[] = {{"one", "a number"}, {"two", "another", true}};
  const auto wrong = [&](std::vector<std::string> names) {
    const auto error = loom::json::check_fields(names, "it", fields);
    return error ? error->message : "";
  };
  CHECK(wrong({"op", "one"}) == "");
  CHECK(wrong({"two"}) == "missing field 'one', expected a number");
  CHECK(wrong({"one", "twoo"}) ==
        "unknown field \"twoo\", it expects one, two; did you mean 'two'?");
}

}  // TESTS_OF(core::json::text)
