// Whether bytes are text.
#pragma once

#include <cstddef>
#include <string_view>

namespace loom::text {

// Whether a byte continues a character that another byte began.
constexpr bool continues(char byte) { return (byte & 0xC0) == 0x80; }

// Length of the well-formed character at `i` (Unicode 15, table 3-7), or 0.
size_t sequence(std::string_view text, size_t i);

// Where the character begins to which the byte at `i` belongs; `i` itself if that byte is not
// UTF-8; the text's size if `i` is beyond it.
size_t character_start(std::string_view text, size_t i);

// Offset of the first byte that is not UTF-8, or npos.
size_t invalid_utf8(std::string_view text);

// Offset of the first character that is not text (a control character other than tab and newline),
// or npos.
size_t control_character(std::string_view text);

}  // namespace loom::text
