// A register of a warp: 32 lanes of 64 bits, and how a value of a type lies in them
// (core/cuda/code.hpp).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/cuda/code.hpp"
#include "core/warp.hpp"

namespace loom::cuda {

using Mask = std::uint32_t;  // bit l: lane l
inline constexpr Mask all_lanes = ~Mask{0};

struct alignas(64) Lanes {
  std::array<std::uint64_t, warp_lanes> at{};
  constexpr std::uint64_t& operator[](int lane) { return at[static_cast<std::size_t>(lane)]; }
  constexpr std::uint64_t operator[](int lane) const { return at[static_cast<std::size_t>(lane)]; }
};

constexpr bool has(Mask mask, int lane) { return (mask >> lane & 1) != 0; }
constexpr int first_lane(Mask mask) { return std::countr_zero(mask); }

// Calls f(lane) for each lane of the mask, in ascending order.
template <class F>
void for_lanes(Mask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(std::countr_zero(mask));
}

template <class T>
T value_in(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    const auto low = static_cast<std::uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof value);
    return value;
  } else if constexpr (std::is_same_v<T, double>) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  } else {
    return static_cast<T>(bits);
  }
}

template <class T>
std::uint64_t bits_of(T value) {
  if constexpr (std::is_same_v<T, float>) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  } else if constexpr (std::is_same_v<T, double>) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

constexpr bool is_float(Type type) { return type >= Type::f16; }
constexpr bool is_half(Type type) { return type == Type::f16 || type == Type::bf16; }
constexpr bool is_signed(Type type) {
  return type == Type::i8 || type == Type::i16 || type == Type::i32 || type == Type::i64;
}

// The bytes of memory as a register holds them: extended with their sign, or with zeros.
inline std::uint64_t extended(std::uint64_t bytes, Type type) {
  switch (type) {
    case Type::boolean:
      return (bytes & 0xff) != 0;
    case Type::i8:
      return bits_of(static_cast<std::int8_t>(bytes));
    case Type::i16:
      return bits_of(static_cast<std::int16_t>(bytes));
    case Type::i32:
      return bits_of(static_cast<std::int32_t>(bytes));
    case Type::u8:
      return bytes & 0xff;
    case Type::u16:
    case Type::f16:
    case Type::bf16:
      return bytes & 0xffff;
    case Type::u32:
    case Type::f32:
      return bytes & 0xffffffff;
    default:
      return bytes;
  }
}

}  // namespace loom::cuda
