// f16 and bf16. A float holds more than twice their digits, so that add, sub, mul and div rounded
// to a float and then once more are rounded as if once.
#include <cmath>

#include "core/cuda/run/arithmetic.hpp"
#include "core/numerics/bits.hpp"
#include "core/numerics/convert.hpp"

namespace loom::cuda {
namespace {

using L = const Lanes&;
using Floats = std::array<float, warp_lanes>;

const numerics::Format& format_of(Type type) {
  static const numerics::Format& f16 = *numerics::find_format("fp16");
  static const numerics::Format& bf16 = *numerics::find_format("bf16");
  return type == Type::f16 ? f16 : bf16;
}

template <Type type>
Floats read(L a) {
  std::array<std::uint16_t, warp_lanes> codes;
  for (int i = 0; i < warp_lanes; ++i)
    codes[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(a[i]);
  Floats out;
  numerics::decode_all(format_of(type), codes, out);
  return out;
}
template <Type type>
void write(Lanes& out, const Floats& values) {
  std::array<std::uint16_t, warp_lanes> codes;
  numerics::encode_all(format_of(type), values, numerics::Overflow::ieee, codes);
  for (int i = 0; i < warp_lanes; ++i) out[i] = codes[static_cast<std::size_t>(i)];
}

template <Type type, class F>
Mask rounded(Lanes& out, L a, L b, F f) {
  const Floats x = read<type>(a), y = read<type>(b);
  Floats z;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = f(x[i], y[i]);
  write<type>(out, z);
  return 0;
}
template <Type type, class F>
Mask compared(Lanes& out, L a, L b, F f) {
  const Floats x = read<type>(a), y = read<type>(b);
  for (int i = 0; i < warp_lanes; ++i)
    out[i] = f(x[static_cast<std::size_t>(i)], y[static_cast<std::size_t>(i)]);
  return 0;
}

// The product is exact in a double; the sum is rounded to odd, so that rounding it again errs
// nowhere.
double fused(double x, double y, double z) {
  const double product = x * y, sum = product + z;
  if (!std::isfinite(sum)) return sum;
  const double back = sum - product, error = (product - (sum - back)) + (z - back);
  const std::uint64_t bits = numerics::to_bits(sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  return numerics::from_bits((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

template <Type type>
Mask fma(Lanes& out, L a, L b, L c) {
  const Floats x = read<type>(a), y = read<type>(b), z = read<type>(c);
  for (int i = 0; i < warp_lanes; ++i) {
    const auto at = static_cast<std::size_t>(i);
    out[i] = half_bits(fused(x[at], y[at], z[at]), type);
  }
  return 0;
}

template <Type type>
LaneFunction of_type(Op op) {
  constexpr std::uint64_t sign = 0x8000;
  switch (op) {
    case Op::add:
      return [](Lanes& o, L a, L b, L) {
        return rounded<type>(o, a, b, [](float x, float y) { return x + y; });
      };
    case Op::sub:
      return [](Lanes& o, L a, L b, L) {
        return rounded<type>(o, a, b, [](float x, float y) { return x - y; });
      };
    case Op::mul:
      return [](Lanes& o, L a, L b, L) {
        return rounded<type>(o, a, b, [](float x, float y) { return x * y; });
      };
    case Op::div:
      return [](Lanes& o, L a, L b, L) {
        return rounded<type>(o, a, b, [](float x, float y) { return x / y; });
      };
    case Op::min:
      return [](Lanes& o, L a, L b, L) {
        return rounded<type>(o, a, b, [](float x, float y) {
          return x == y ? (std::signbit(x) ? x : y) : x < y || y != y ? x : y;
        });
      };
    case Op::max:
      return [](Lanes& o, L a, L b, L) {
        return rounded<type>(o, a, b, [](float x, float y) {
          return x == y ? (std::signbit(x) ? y : x) : x > y || y != y ? x : y;
        });
      };
    case Op::negate:
      return [](Lanes& out, L a, L, L) -> Mask {
        for (int i = 0; i < warp_lanes; ++i) out[i] = (a[i] ^ sign) & 0xffff;
        return 0;
      };
    case Op::absolute:
      return [](Lanes& out, L a, L, L) -> Mask {
        for (int i = 0; i < warp_lanes; ++i) out[i] = a[i] & 0x7fff;
        return 0;
      };
    case Op::fma:
      return fma<type>;
    case Op::equal:
      return [](Lanes& o, L a, L b, L) {
        return compared<type>(o, a, b, [](float x, float y) { return x == y; });
      };
    case Op::not_equal:
      return [](Lanes& o, L a, L b, L) {
        return compared<type>(o, a, b, [](float x, float y) { return x != y; });
      };
    case Op::less:
      return [](Lanes& o, L a, L b, L) {
        return compared<type>(o, a, b, [](float x, float y) { return x < y; });
      };
    case Op::less_equal:
      return [](Lanes& o, L a, L b, L) {
        return compared<type>(o, a, b, [](float x, float y) { return x <= y; });
      };
    case Op::greater:
      return [](Lanes& o, L a, L b, L) {
        return compared<type>(o, a, b, [](float x, float y) { return x > y; });
      };
    case Op::greater_equal:
      return [](Lanes& o, L a, L b, L) {
        return compared<type>(o, a, b, [](float x, float y) { return x >= y; });
      };
    default:
      return nullptr;
  }
}

}  // namespace

LaneFunction half_function(Op op, Type type) {
  return type == Type::f16 ? of_type<Type::f16>(op) : of_type<Type::bf16>(op);
}

double half_value(std::uint64_t bits, Type type) {
  return numerics::decode(format_of(type), static_cast<std::uint32_t>(bits & 0xffff));
}
std::uint64_t half_bits(double value, Type type) {
  return numerics::encode(format_of(type), value, numerics::Overflow::ieee);
}

}  // namespace loom::cuda
