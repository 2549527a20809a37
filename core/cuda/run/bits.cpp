#include <bit>

#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {
namespace {

using Bits = std::uint64_t;

std::uint32_t low(Bits bits) { return static_cast<std::uint32_t>(bits); }
Bits number(int value) { return bits_of(static_cast<std::int32_t>(value)); }

template <class U>
U reversed(U value) {
  U out = 0;
  for (unsigned i = 0; i < sizeof(U) * 8; ++i) out = static_cast<U>(out << 1 | (value >> i & 1));
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

template <class T>
MathFunction of_type(Function function) {
  using U = std::make_unsigned_t<T>;
  switch (function) {
    case Function::popcount:
      return [](Bits a, Bits, Bits) { return number(std::popcount(static_cast<U>(a))); };
    case Function::leading_zeros:
      return [](Bits a, Bits, Bits) { return number(std::countl_zero(static_cast<U>(a))); };
    case Function::first_set:
      return [](Bits a, Bits, Bits) {
        return number(static_cast<U>(a) == 0 ? 0 : std::countr_zero(static_cast<U>(a)) + 1);
      };
    case Function::reverse_bits:
      return
          [](Bits a, Bits, Bits) { return bits_of(static_cast<T>(reversed(static_cast<U>(a)))); };
    default:
      return nullptr;
  }
}

// T: int32_t or uint32_t.
template <class T>
MathFunction of_32_bits(Function function) {
  switch (function) {
    case Function::byte_permute:
      return [](Bits a, Bits b, Bits c) {
        return bits_of(static_cast<T>(permuted(low(a), low(b), low(c))));
      };
    case Function::funnel_left:
      return
          [](Bits a, Bits b, Bits c) { return bits_of(static_cast<T>(left(a, b, low(c) & 31))); };
    case Function::funnel_right:
      return
          [](Bits a, Bits b, Bits c) { return bits_of(static_cast<T>(right(a, b, low(c) & 31))); };
    case Function::funnel_left_clamped:
      return [](Bits a, Bits b, Bits c) { return bits_of(static_cast<T>(left(a, b, clamped(c)))); };
    case Function::funnel_right_clamped:
      return
          [](Bits a, Bits b, Bits c) { return bits_of(static_cast<T>(right(a, b, clamped(c)))); };
    case Function::mul24:
      return [](Bits a, Bits b, Bits) {
        const auto short_of = [](Bits x) {
          return static_cast<Bits>(std::is_signed_v<T> ? static_cast<std::int64_t>(x << 40) >> 40
                                                       : static_cast<std::int64_t>(x & 0xffffff));
        };
        return bits_of(static_cast<T>(short_of(a) * short_of(b)));
      };
    case Function::sad:
      return [](Bits a, Bits b, Bits c) {
        const T x = static_cast<T>(a), y = static_cast<T>(b);
        return Bits{low(c) + (x < y ? low(b) - low(a) : low(a) - low(b))};
      };
    case Function::average:
      return [](Bits a, Bits b, Bits) {
        return bits_of(
            static_cast<T>((static_cast<std::int64_t>(a) + static_cast<std::int64_t>(b)) >> 1));
      };
    case Function::rounded_average:
      return [](Bits a, Bits b, Bits) {
        return bits_of(
            static_cast<T>((static_cast<std::int64_t>(a) + static_cast<std::int64_t>(b) + 1) >> 1));
      };
    case Function::dot4:
      return [](Bits a, Bits b, Bits c) {
        using Byte = std::conditional_t<std::is_signed_v<T>, std::int8_t, std::uint8_t>;
        Bits sum = c;
        for (int i = 0; i < 32; i += 8)
          sum += bits_of(static_cast<std::int32_t>(static_cast<Byte>(a >> i)) *
                         static_cast<Byte>(b >> i));
        return bits_of(static_cast<T>(sum));
      };
    default:
      return nullptr;
  }
}

template <Type type>
Bits reinterpreted(Bits a, Bits, Bits) {
  return extended(a, type);
}
MathFunction reinterpretation(Type type) {
  switch (type) {
    case Type::i16:
      return reinterpreted<Type::i16>;
    case Type::u16:
    case Type::f16:
    case Type::bf16:
      return reinterpreted<Type::u16>;
    case Type::i32:
      return reinterpreted<Type::i32>;
    case Type::u32:
    case Type::f32:
      return reinterpreted<Type::u32>;
    case Type::i64:
    case Type::u64:
    case Type::f64:
      return reinterpreted<Type::u64>;
    default:
      return nullptr;
  }
}

}  // namespace

MathFunction bit_function(Function function, Type type) {
  if (function == Function::reinterpret) return reinterpretation(type);
  switch (type) {
    case Type::i32:
      if (const MathFunction found = of_32_bits<std::int32_t>(function)) return found;
      return of_type<std::int32_t>(function);
    case Type::u32:
      if (const MathFunction found = of_32_bits<std::uint32_t>(function)) return found;
      return of_type<std::uint32_t>(function);
    case Type::i64:
      return of_type<std::int64_t>(function);
    case Type::u64:
      return of_type<std::uint64_t>(function);
    default:
      return nullptr;
  }
}

}  // namespace loom::cuda
