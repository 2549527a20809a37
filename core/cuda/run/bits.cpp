#include <bit>

#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

std::uint32_t low(Bits bits) { return static_cast<std::uint32_t>(bits); }
Bits number(int value) { return bits_of(static_cast<std::int32_t>(value)); }

Bits reversed(Bits value, int width) {
  Bits out = 0;
  for (int i = 0; i < width; ++i) out = out << 1 | (value >> i & 1);
  return out;
}

std::uint32_t permuted(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const Bits both = Bits{b} << 32 | a;
  std::uint32_t out = 0;
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t which = selector >> (4 * i);
    std::uint32_t byte = low(both >> (8 * (which & 7))) & 0xff;
    if ((which & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;  // its sign
    out |= byte << (8 * i);
  }
  return out;
}

// The upper, or the lower, half of hi:lo shifted.
std::uint32_t left(Bits lo, Bits hi, std::uint32_t by) {
  return low(((hi << 32 | (lo & 0xffffffff)) << by) >> 32);
}
std::uint32_t right(Bits lo, Bits hi, std::uint32_t by) {
  return low((hi << 32 | (lo & 0xffffffff)) >> by);
}
std::uint32_t clamped(Bits by) { return low(by) > 32 ? 32 : low(by); }

Bits short_of(Bits bits, bool with_sign) {  // 24 bits
  return with_sign ? static_cast<Bits>(static_cast<std::int64_t>(bits << 40) >> 40)
                   : bits & 0xffffff;
}

Bits dot4(Bits a, Bits b, Bits sum, Type type) {
  const Type byte = is_signed(type) ? Type::i8 : Type::u8;
  for (int i = 0; i < 32; i += 8) sum += extended(a >> i, byte) * extended(b >> i, byte);
  return sum;
}

// Of operands as registers hold them.
Bits result(Function function, Type type, Bits a, Bits b, Bits c) {
  const bool with_sign = is_signed(type);
  switch (function) {
    case Function::byte_permute:
      return permuted(low(a), low(b), low(c));
    case Function::funnel_left:
      return left(a, b, low(c) & 31);
    case Function::funnel_right:
      return right(a, b, low(c) & 31);
    case Function::funnel_left_clamped:
      return left(a, b, clamped(c));
    case Function::funnel_right_clamped:
      return right(a, b, clamped(c));
    case Function::mul24:
      return short_of(a, with_sign) * short_of(b, with_sign);
    case Function::average:
      return static_cast<Bits>(static_cast<std::int64_t>(a + b) >> 1);
    case Function::rounded_average:
      return static_cast<Bits>(static_cast<std::int64_t>(a + b + 1) >> 1);
    case Function::dot4:
      return dot4(a, b, c, type);
    default:
      return a;
  }
}

}  // namespace

Bits bit_math(const MathFunction& f, Bits a, Bits b, Bits c) {
  const int width = 8 * size_of(f.from);
  const Bits bits = a & (~Bits{0} >> (64 - width));
  switch (f.function) {
    case Function::popcount:
      return number(std::popcount(bits));
    case Function::leading_zeros:
      return number(std::countl_zero(bits) - (64 - width));
    case Function::first_set:
      return number(bits == 0 ? 0 : std::countr_zero(bits) + 1);
    case Function::reverse_bits:
      return extended(reversed(bits, width), f.from);
    case Function::sad: {
      const bool less = is_signed(f.from)
                            ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b)
                            : low(a) < low(b);
      return Bits{low(c) + (less ? low(b) - low(a) : low(a) - low(b))};
    }
    case Function::reinterpret:
      return extended(a, f.type);
    default:
      return extended(result(f.function, f.from, a, b, c), f.from);
  }
}

}  // namespace loom::cuda
