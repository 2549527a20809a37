#include "core/text/utf8.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::text::utf8) {

using namespace loom;

TEST_CASE("utf8: a code point and back") {
  const auto written = [](std::uint32_t code) {
    std::string text;
    utf8::append(text, code);
    return text;
  };
  CHECK(written('A') == "A");
  CHECK(written(0x7F) == "\x7F");
  CHECK(written(0x80) == "\u0080");
  CHECK(written(0x7FF) == "\u07FF");
  CHECK(written(0x800) == "\u0800");
  CHECK(written(0xFFFF) == "\uFFFF");
  CHECK(written(0x10000) == "\U00010000");
  CHECK(written(0x10FFFF) == "\U0010FFFF");
  for (std::uint32_t code = 0; code <= 0x10FFFF; code += 7) {
    if (code >= 0xD800 && code < 0xE000) continue;  // surrogates
    const std::string text = written(code);
    if (utf8::sequence(text, 0) != text.size()) FAIL_CHECK(code);
    if (utf8::code_point(text) != code) FAIL_CHECK(code);
  }
}

TEST_CASE("utf8: characters are counted") {
  CHECK(utf8::count("") == 0);
  CHECK(utf8::count("aé−𝄞b") == 5);
}

TEST_CASE("utf8: what is no character has no length") {
  for (const char* text : {"\x80", "\xC1\x80", "\xE2\x88", "\xE0\x80\x80", "\xED\xA0\x80",
                           "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"})
    CHECK(utf8::sequence(text, 0) == 0);
}

}  // TESTS_OF(core::text::utf8)
