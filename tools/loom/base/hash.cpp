#include "tools/loom/base/hash.hpp"

#include <openssl/sha.h>

#include <cstdint>
#include <cstdio>

#include "tools/loom/base/base64.hpp"

namespace loom {

std::string content_hash(const std::string& bytes) {
  uint64_t state = 14695981039346656037u;
  for (char c : bytes) state = (state ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state));
  return digits;
}

std::string policy_hash(const std::string& text) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  return "'sha256-" + to_base64(digest) + "'";
}

std::string hashed_name(const std::string& name, const std::string& bytes) {
  const std::string digits = content_hash(bytes);
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return name + "." + digits;
  return name.substr(0, dot) + "." + digits + name.substr(dot);
}

}  // namespace loom
