#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

// Unary and binary operations on T; f takes values, the loops go over lanes.
template <class T, class F>
Mask unary(Lanes& out, const Lanes& a, F f) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of<T>(f(value_in<T>(a[i])));
  return 0;
}
template <class T, class R = T, class F>
Mask binary(Lanes& out, const Lanes& a, const Lanes& b, F f) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of<R>(f(value_in<T>(a[i]), value_in<T>(b[i])));
  return 0;
}

using Wide = std::uint64_t;
template <class T>
constexpr T wrapped(Wide value) {
  if constexpr (std::is_same_v<T, bool>)
    return (value & 1) != 0;
  else
    return static_cast<T>(value);
}

template <class T>
Mask add(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of(wrapped<T>(a[i] + b[i]));
  return 0;
}
template <class T>
Mask sub(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of(wrapped<T>(a[i] - b[i]));
  return 0;
}
template <class T>
Mask mul(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of(wrapped<T>(a[i] * b[i]));
  return 0;
}
template <class T>
Mask fma(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of(wrapped<T>(a[i] * b[i] + c[i]));
  return 0;
}

// By zero: 0. The lowest number by −1 wraps.
template <class T>
Mask divide(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  Mask faults = 0;
  for (int i = 0; i < warp_lanes; ++i) {
    const T x = value_in<T>(a[i]), y = value_in<T>(b[i]);
    faults |= Mask{y == 0} << i;
    if (y == 0)
      out[i] = 0;
    else if (std::is_signed_v<T> && y == static_cast<T>(-1))
      out[i] = bits_of(wrapped<T>(0 - bits_of(x)));
    else
      out[i] = bits_of(static_cast<T>(x / y));
  }
  return faults;
}
template <class T>
Mask remainder(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  Mask faults = 0;
  for (int i = 0; i < warp_lanes; ++i) {
    const T x = value_in<T>(a[i]), y = value_in<T>(b[i]);
    faults |= Mask{y == 0} << i;
    const bool none_left = y == 0 || (std::is_signed_v<T> && y == static_cast<T>(-1));
    out[i] = none_left ? 0 : bits_of(static_cast<T>(x % y));
  }
  return faults;
}

template <class T>
constexpr int width = std::is_same_v<T, bool> ? 1 : static_cast<int>(sizeof(T)) * 8;

// How far: 64 bits for 64-bit values, else the low 32.
template <class T>
std::uint64_t distance(std::uint64_t bits) {
  return sizeof(T) == 8 ? bits : bits & 0xffffffff;
}
template <class T>
Mask shift_left(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  for (int i = 0; i < warp_lanes; ++i) {
    const std::uint64_t by = distance<T>(b[i]);
    out[i] = by >= width<T> ? 0 : bits_of(wrapped<T>(a[i] << by));
  }
  return 0;
}
template <class T>
Mask shift_right(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  for (int i = 0; i < warp_lanes; ++i) {
    const std::uint64_t by = distance<T>(b[i]), most = width<T> - 1;
    const T x = value_in<T>(a[i]);
    if constexpr (std::is_signed_v<T>)
      out[i] = bits_of(static_cast<T>(x >> (by > most ? most : by)));
    else
      out[i] = by > most ? 0 : bits_of(static_cast<T>(x >> by));
  }
  return 0;
}

__extension__ using Signed128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;
template <class T>
Mask mul_high(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  using Narrow = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  using Large = std::conditional_t<std::is_signed_v<T>, Signed128, Unsigned128>;
  using Double = std::conditional_t<sizeof(T) == 8, Large, Narrow>;
  return binary<T>(out, a, b,
                   [](T x, T y) { return static_cast<T>((Double{x} * Double{y}) >> width<T>); });
}

template <class T>
Mask less(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  return binary<T, bool>(out, a, b, [](T x, T y) { return x < y; });
}
template <class T>
Mask less_equal(Lanes& out, const Lanes& a, const Lanes& b, const Lanes&) {
  return binary<T, bool>(out, a, b, [](T x, T y) { return x <= y; });
}
template <class T>
LaneFunction comparison(Op op) {
  using L = const Lanes&;
  switch (op) {
    case Op::equal:
      return [](Lanes& o, L a, L b, L) {
        return binary<T, bool>(o, a, b, [](T x, T y) { return x == y; });
      };
    case Op::not_equal:
      return [](Lanes& o, L a, L b, L) {
        return binary<T, bool>(o, a, b, [](T x, T y) { return x != y; });
      };
    case Op::less:
      return less<T>;
    case Op::less_equal:
      return less_equal<T>;
    case Op::greater:
      return [](Lanes& o, L a, L b, L c) { return less<T>(o, b, a, c); };
    case Op::greater_equal:
      return [](Lanes& o, L a, L b, L c) { return less_equal<T>(o, b, a, c); };
    default:
      return nullptr;
  }
}

// The same for all types, whose registers hold them extended.
LaneFunction of_bits(Op op) {
  using L = const Lanes&;
  switch (op) {
    case Op::bit_and:
      return [](Lanes& o, L a, L b, L) {
        return binary<Wide>(o, a, b, [](Wide x, Wide y) { return x & y; });
      };
    case Op::bit_or:
      return [](Lanes& o, L a, L b, L) {
        return binary<Wide>(o, a, b, [](Wide x, Wide y) { return x | y; });
      };
    case Op::bit_xor:
      return [](Lanes& o, L a, L b, L) {
        return binary<Wide>(o, a, b, [](Wide x, Wide y) { return x ^ y; });
      };
    default:
      return nullptr;
  }
}

template <class T>
LaneFunction of_type(Op op) {
  using L = const Lanes&;
  switch (op) {
    case Op::add:
      return add<T>;
    case Op::sub:
      return sub<T>;
    case Op::mul:
      return mul<T>;
    case Op::fma:
      return fma<T>;
    case Op::shift_left:
      return shift_left<T>;
    case Op::shift_right:
      return shift_right<T>;
    case Op::bit_not:
      return [](Lanes& o, L a, L, L) {
        return unary<T>(o, a, [](T x) { return wrapped<T>(~bits_of(x)); });
      };
    case Op::negate:
      return [](Lanes& o, L a, L, L) {
        return unary<T>(o, a, [](T x) { return wrapped<T>(0 - bits_of(x)); });
      };
    case Op::div:
      return divide<T>;
    case Op::rem:
      return remainder<T>;
    case Op::mul_high:
      return mul_high<T>;
    case Op::absolute:
      return [](Lanes& o, L a, L, L) {
        return unary<T>(o, a,
                        [](T x) { return x < T{1} && x != 0 ? wrapped<T>(0 - bits_of(x)) : x; });
      };
    case Op::min:
      return [](Lanes& o, L a, L b, L) {
        return binary<T>(o, a, b, [](T x, T y) { return y < x ? y : x; });
      };
    case Op::max:
      return [](Lanes& o, L a, L b, L) {
        return binary<T>(o, a, b, [](T x, T y) { return x < y ? y : x; });
      };
    default:
      return comparison<T>(op);
  }
}

// Types below 32 bits as int, whose registers hold them alike, and what is left of it: C++ itself
// seldom computes in them.
template <class T>
void wrap(Lanes& lanes) {
  for (int i = 0; i < warp_lanes; ++i) lanes[i] = bits_of(wrapped<T>(lanes[i]));
}
void wrap(Lanes& lanes, Type type) {
  switch (type) {
    case Type::boolean:
      return wrap<bool>(lanes);
    case Type::i8:
      return wrap<std::int8_t>(lanes);
    case Type::u8:
      return wrap<std::uint8_t>(lanes);
    case Type::i16:
      return wrap<std::int16_t>(lanes);
    default:
      return wrap<std::uint16_t>(lanes);
  }
}
[[gnu::noinline]] Mask as_int(Op op, Type type, Lanes& out, const Lanes& a, const Lanes& b,
                              const Lanes& c) {
  const Mask faults = of_type<std::int32_t>(op)(out, a, b, c);
  wrap(out, type);
  return faults;
}
template <Type type, Op op>
Mask as_int(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  return as_int(op, type, out, a, b, c);
}
template <Type type>
LaneFunction of_small_type(Op op) {
  switch (op) {
    case Op::add:
      return as_int<type, Op::add>;
    case Op::sub:
      return as_int<type, Op::sub>;
    case Op::mul:
      return as_int<type, Op::mul>;
    case Op::fma:
      return as_int<type, Op::fma>;
    case Op::shift_left:
      return as_int<type, Op::shift_left>;
    case Op::bit_not:
      return as_int<type, Op::bit_not>;
    case Op::negate:
      return as_int<type, Op::negate>;
    case Op::div:
      return as_int<type, Op::div>;
    case Op::absolute:
      return as_int<type, Op::absolute>;
    case Op::mul_high:  // only of whole words
      return nullptr;
    default:
      return of_type<std::int32_t>(op);
  }
}

}  // namespace

LaneFunction integer_function(Op op, Type type, bool checked) {
  if (const LaneFunction found = of_bits(op)) return found;
  if (checked)
    if (const LaneFunction found = checked_function(op, type)) return found;
  switch (type) {
    case Type::boolean:
      return of_small_type<Type::boolean>(op);
    case Type::i8:
      return of_small_type<Type::i8>(op);
    case Type::u8:
      return of_small_type<Type::u8>(op);
    case Type::i16:
      return of_small_type<Type::i16>(op);
    case Type::u16:
      return of_small_type<Type::u16>(op);
    default:
      return of_word(type, [op](auto zero) { return of_type<decltype(zero)>(op); });
  }
}

}  // namespace loom::cuda
