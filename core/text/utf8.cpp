#include "core/text/utf8.hpp"

#include <algorithm>

namespace loom::utf8 {

std::size_t count(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues));
}

std::uint32_t code_point(std::string_view character) {
  // The first byte begins with as many ones as there are bytes, and a zero.
  const std::size_t length = character.size();
  std::uint32_t code =
      static_cast<unsigned char>(character[0]) & (length == 1 ? 0x7Fu : 0x7Fu >> length);
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 63u);
  return code;
}

std::size_t sequence(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(i);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : (first & 0xF0) == 0xE0         ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if (!continues(text[i + k])) return 0;
  const unsigned second = byte(i + 1);
  if (first == 0xE0 && second < 0xA0) return 0;  // overlong
  if (first == 0xED && second > 0x9F) return 0;  // surrogate
  if (first == 0xF0 && second < 0x90) return 0;  // overlong
  if (first == 0xF4 && second > 0x8F) return 0;  // beyond U+10FFFF
  return length;
}

void append(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 63));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 63));
    byte(0x80 | (code >> 6 & 63));
  }
  byte(0x80 | (code & 63));
}

}  // namespace loom::utf8
