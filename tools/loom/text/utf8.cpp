#include "tools/loom/text/utf8.hpp"

#include "core/text/find_special.hpp"

namespace loom::text {
namespace {

unsigned byte(std::string_view text, size_t i) { return static_cast<unsigned char>(text[i]); }

}  // namespace

size_t character_start(std::string_view text, size_t i) {
  if (i >= text.size()) return text.size();
  constexpr size_t longest = 4;
  size_t start = i;
  while (start > 0 && i - start < longest && continues(text[start])) --start;
  return start + sequence(text, start) > i ? start : i;
}

size_t invalid_utf8(std::string_view text) {
  const auto beyond_ascii = [](char c) { return (c & 0x80) != 0; };
  for (size_t i = 0; (i = find_special(text, i, beyond_ascii)) < text.size();) {
    const size_t length = sequence(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

size_t control_character(std::string_view text) {
  const auto suspect = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code == 0xC2) | (code == 0x7F) |
           ((code < 0x20) & (code != '\t') & (code != '\n') & (code != '\r'));
  };
  for (size_t i = 0; (i = find_special(text, i, suspect)) < text.size(); ++i) {
    const bool c1 = i + 1 < text.size() && byte(text, i + 1) < 0xA0;  // U+0080…U+009F
    if (byte(text, i) != 0xC2 || c1) return i;
  }
  return std::string_view::npos;
}

}  // namespace loom::text
