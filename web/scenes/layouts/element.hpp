// The parameter `element`: the same in all scenes that copy or read a tile.
#pragma once

#include "web/scene/parameter.hpp"

namespace loom::scenes {

inline constexpr Choice element_choices[] = {
    {"1", "1 byte"}, {"2", "2 bytes"}, {"4", "4 bytes"}, {"8", "8 bytes"}, {"16", "16 bytes"}};
inline constexpr Parameter element_parameter = one_of("element", "Element", element_choices, "2");

// Its bytes.
inline int element_bytes(const Values& values) {
  int bytes = 0;
  for (char digit : values.text("element")) bytes = 10 * bytes + digit - '0';
  return bytes;
}

}  // namespace loom::scenes
