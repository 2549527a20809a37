// Hashes of what is in a file.
#pragma once

#include <string>

namespace loom {

// Distinguishes versions of a file and does not protect against attackers: 16 hexadecimal digits,
// FNV-1a of 64 bits.
std::string content_hash(const std::string& bytes);

// "loom.css" with its bytes → "loom.1f0c3a9be2d47a55.css".
std::string hashed_name(const std::string& name, const std::string& bytes);

// As a Content-Security-Policy allows a style or script within the page: 'sha256-BASE64', with the
// quotes.
std::string policy_hash(const std::string& text);

}  // namespace loom
