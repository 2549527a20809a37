#include <cmath>
#include <limits>

#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

using L = const Lanes&;

// Registers hold integers extended, so that one signed and one unsigned source serve all types.
template <class From>
From source(std::uint64_t bits) {
  return value_in<From>(bits);
}

// Towards zero; what does not fit becomes the nearest. NaN: PTX ISA, cvt.
template <class To, class From>
To saturated(From value) {
  constexpr To least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
  constexpr bool wide = sizeof(To) == 8 || std::is_same_v<From, double>;
  if (value != value) return wide ? static_cast<To>(To{1} << (8 * sizeof(To) - 1)) : To{0};
  const From whole = std::trunc(value);
  if (whole <= static_cast<From>(least)) return least;
  if (whole >= static_cast<From>(most))
    return most;  // rounded up to a power of two where it has more digits
  return static_cast<To>(whole);
}

// nvcc makes integers of less than 32 bits from those of 32 bits.
template <class To, class From>
To cut(From value) {
  using Whole = std::conditional_t<std::is_signed_v<To>, std::int32_t, std::uint32_t>;
  if constexpr (sizeof(To) < sizeof(Whole))
    return static_cast<To>(saturated<Whole>(value));
  else
    return saturated<To>(value);
}

template <class To, class From>
Mask convert(Lanes& out, L a, L, L) {
  for (int i = 0; i < warp_lanes; ++i) {
    const From value = value_in<From>(a[i]);
    if constexpr (std::is_same_v<To, bool>)
      out[i] = value != 0;
    else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
      out[i] = bits_of(cut<To>(value));
    else
      out[i] = bits_of(static_cast<To>(value));
  }
  return 0;
}
template <class To, Type from>
Mask from_half(Lanes& out, L a, L b, L c) {
  if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool>) {
    for (int i = 0; i < warp_lanes; ++i)
      out[i] = bits_of(saturated<To>(static_cast<float>(half_value(a[i], from))));
    return 0;
  }
  Lanes wide;
  for (int i = 0; i < warp_lanes; ++i)
    wide[i] = bits_of(static_cast<float>(half_value(a[i], from)));
  return convert<To, float>(out, wide, b, c);
}

// A 64-bit integer may have more digits than a double; it is rounded to odd before the one rounding
// that counts.
template <class From>
double to_odd(From value) {
  if constexpr (std::is_floating_point_v<From>) {
    return static_cast<double>(value);
  } else {
    const bool negative = value < From{0};
    std::uint64_t size = negative ? 0 - bits_of(value) : bits_of(value);
    if (size >> 53 != 0)
      size = (size & ~std::uint64_t{0xfff}) | ((size & 0xfff) != 0 ? 0x1000u : 0u);
    return negative ? -static_cast<double>(size) : static_cast<double>(size);
  }
}
template <Type to, class From>
Mask to_half(Lanes& out, L a, L, L) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = half_bits(to_odd(value_in<From>(a[i])), to);
  return 0;
}
template <Type to, Type from>
Mask half_to_half(Lanes& out, L a, L, L) {
  for (int i = 0; i < warp_lanes; ++i)
    out[i] = to == from ? a[i] : half_bits(half_value(a[i], from), to);
  return 0;
}

template <class To>
LaneFunction into(Type from) {
  switch (from) {
    case Type::u64:
      return convert<To, std::uint64_t>;
    case Type::f32:
      return convert<To, float>;
    case Type::f64:
      return convert<To, double>;
    case Type::f16:
      return from_half<To, Type::f16>;
    case Type::bf16:
      return from_half<To, Type::bf16>;
    default:
      return convert<To, std::int64_t>;
  }
}
template <Type to>
LaneFunction into_half(Type from) {
  switch (from) {
    case Type::u64:
      return to_half<to, std::uint64_t>;
    case Type::f32:
      return to_half<to, float>;
    case Type::f64:
      return to_half<to, double>;
    case Type::f16:
      return half_to_half<to, Type::f16>;
    case Type::bf16:
      return half_to_half<to, Type::bf16>;
    default:
      return to_half<to, std::int64_t>;
  }
}

}  // namespace

LaneFunction conversion(Type to, Type from) {
  switch (to) {
    case Type::boolean:
      return into<bool>(from);
    case Type::i8:
      return into<std::int8_t>(from);
    case Type::u8:
      return into<std::uint8_t>(from);
    case Type::i16:
      return into<std::int16_t>(from);
    case Type::u16:
      return into<std::uint16_t>(from);
    case Type::i32:
      return into<std::int32_t>(from);
    case Type::u32:
      return into<std::uint32_t>(from);
    case Type::i64:
      return into<std::int64_t>(from);
    case Type::u64:
      return into<std::uint64_t>(from);
    case Type::f16:
      return into_half<Type::f16>(from);
    case Type::bf16:
      return into_half<Type::bf16>(from);
    case Type::f32:
      return into<float>(from);
    case Type::f64:
      return into<double>(from);
  }
  return nullptr;
}

}  // namespace loom::cuda
