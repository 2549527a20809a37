#include "tools/loom/base/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>

namespace loom {
namespace {

unsigned char* data(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* data(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string to_base64(const std::string& bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // and the zero at its end
  EVP_EncodeBlock(data(text), data(bytes), static_cast<int>(bytes.size()));
  text.pop_back();
  return text;
}

std::optional<std::string> from_base64(const std::string& text) {
  std::string bytes(text.size() / 4 * 3, '\0');
  // It ignores blanks around the text, and counts what fills up the last group.
  if (text.size() % 4 != 0 || text.find_first_of(" \t\r\n") != text.npos ||
      EVP_DecodeBlock(data(bytes), data(text), static_cast<int>(text.size())) < 0)
    return std::nullopt;
  bytes.resize(bytes.size() - static_cast<size_t>(std::count(text.begin(), text.end(), '=')));
  return bytes;
}

}  // namespace loom
