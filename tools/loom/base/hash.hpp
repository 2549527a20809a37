// Hashes that distinguish versions of a file. They do not protect against attackers.
#pragma once

#include <string>

namespace loom {

// 16 hexadecimal digits. FNV-1a, 64 bits.
std::string content_hash(const std::string& bytes);

// "loom.css" with its bytes → "loom.1f0c3a9be2d47a55.css".
std::string hashed_name(const std::string& name, const std::string& bytes);

}  // namespace loom
