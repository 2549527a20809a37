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

// 2^exponent, for exponents from −1022 to 1023.
inline double power_of_two(int exponent) {
  return from_bits(static_cast<uint64_t>(exponent + 1023) << 52);
}

// floor(log2) of a finite positive number from 2^−1022 up; −1023 for smaller ones.
inline int exponent_of(double size) { return static_cast<int>(to_bits(size) >> 52) - 1023; }

}  // namespace loom::numerics
