// The 64 bits of a double as an integer, and back. (Emscripten's standard library has no
// std::bit_cast.)
#pragma once

#include <cstdint>
#include <cstring>

namespace loom::numerics {

static_assert(sizeof(double) == sizeof(uint64_t));

inline uint64_t to_bits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline double from_bits(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace loom::numerics
