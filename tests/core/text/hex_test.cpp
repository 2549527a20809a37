#include "core/text/hex.hpp"

#include <string_view>

#include "tests/doctest.hpp"

TESTS_OF(core::text::hex) {

TEST_CASE("hex: each of 256 characters") {
  constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
  for (int code = -128; code < 128; ++code) {
    const auto c = static_cast<char>(code);
    const std::size_t at = digits.find(c);
    CAPTURE(code);
    CHECK(loom::hex_digit(c) == (at == digits.npos ? -1 : static_cast<int>(at % 16)));
  }
}

}  // TESTS_OF(core::text::hex)
