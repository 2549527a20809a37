// Characters in UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loom::utf8 {

// Whether a byte continues a character that another byte began.
constexpr bool continues(char byte) { return (byte & 0xC0) == 0x80; }

// How many characters a text has.
std::size_t count(std::string_view text);

// Length of the well-formed character at `i` (Unicode 15, table 3-7), or 0.
std::size_t sequence(std::string_view text, std::size_t i);

// The code point of a text that is one well-formed character.
std::uint32_t code_point(std::string_view character);

// Adds a character: a code point up to U+10FFFF that is no surrogate.
void append(std::string& text, std::uint32_t code);

}  // namespace loom::utf8
