// Whether bytes are text.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/text/utf8.hpp"

namespace loom::text {

using utf8::continues;
using utf8::sequence;

// Where the character begins to which the byte at `i` belongs; `i` itself if that byte is not
// UTF-8; the text's size if `i` is beyond it.
size_t character_start(std::string_view text, size_t i);

// Offset of the first byte that is not UTF-8, or npos.
size_t invalid_utf8(std::string_view text);

// Offset of the first character that is not text (a control character other than tab and newline),
// or npos.
size_t control_character(std::string_view text);

}  // namespace loom::text
