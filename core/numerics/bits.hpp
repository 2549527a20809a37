// The bits of a double or a float as an integer, and back. (Emscripten's standard library has no
// std::bit_cast.)
#pragma once

#include <cstdint>
#include <cstring>

namespace loom::numerics {

static_assert(sizeof(double) == sizeof(uint64_t) && sizeof(float) == sizeof(uint32_t));

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

inline uint32_t to_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float float_from_bits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace loom::numerics
