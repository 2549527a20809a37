#include "core/text/clipped.hpp"

#include "core/text/utf8.hpp"

namespace loom {

std::string clipped(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && utf8::continues(text[bytes])) --bytes;
  return std::string(text.substr(0, bytes)) + "…";
}

}  // namespace loom
