#include "tools/loom/text/slug.hpp"

#include <algorithm>
#include <cstdint>

#include "core/text/utf8.hpp"

namespace loom::text {
namespace {

// Code points that are not letters or digits, from ranges that prose is likely to contain.
bool is_punctuation(uint32_t code) {
  return (code >= 0x80 && code <= 0xBF && code != 0xAA && code != 0xB5 && code != 0xBA) ||
         code == 0xD7 || code == 0xF7 || (code >= 0x2000 && code <= 0x206F) ||
         (code >= 0x2190 && code <= 0x2BFF) || (code >= 0x3000 && code <= 0x303F) ||
         code >= 0x1F000;
}

}  // namespace

std::string slug(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t length = std::max<size_t>(1, utf8::sequence(text, i));
    const uint32_t code = utf8::code_point(text.substr(i, length));
    if (code < 0x80) {
      const char c = text[i];
      if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') out += c;
      if (c == ' ' || c == '\t' || c == '\n') out += '-';
    } else if (!is_punctuation(code)) {
      out += text.substr(i, length);
    }
    i += length;
  }
  return out;
}

}  // namespace loom::text
