#pragma once

#include <string>

namespace loom::fuzz {

// Whether a message begins with "LINE:COLUMN: ".
inline bool has_place(const std::string& message) {
  const std::size_t colon = message.find(':'), second = message.find(": ", colon + 1);
  if (colon == std::string::npos || second == std::string::npos || colon == 0) return false;
  return message.find_first_not_of("0123456789:") > second;
}

}  // namespace loom::fuzz
