// Whether bytes are text.
#pragma once

#include <cstddef>
#include <string_view>

namespace loom::text {

// Whether a byte goes on with a character that another began.
constexpr bool continues(char byte) { return (byte & 0xC0) == 0x80; }

// Length of the well-formed character at `i` (Unicode 15, table 3-7), or 0.
size_t sequence(std::string_view text, size_t i);

// Offset of the first byte that is not UTF-8, or npos.
size_t invalid_utf8(std::string_view text);

// Offset of the first character that text does not have (a control character but tab and newline),
// or npos.
size_t control_character(std::string_view text);

}  // namespace loom::text
