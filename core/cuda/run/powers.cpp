// Products, quotients and remainders by a constant power of two, of which kernels are full (the
// size of an element, the lane of a thread): shifts, which take vectors.
#include <algorithm>
#include <bit>

#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

using L = const Lanes&;

// The power is the same in all lanes; the first one always has it.
int exponent(L power) { return std::countr_zero(power[0]); }

template <class T>
T shifted(std::uint64_t bits, int by) {
  return static_cast<T>(bits << by);
}

// What is added before a shift to the right, so that it rounds towards zero.
template <class T>
T bias(T value, T power) {
  return std::is_signed_v<T> ? static_cast<T>(value < 0 ? power - 1 : 0) : T{0};
}

template <class T>
Mask multiply(Lanes& out, L a, L b, L) {
  const int by = exponent(b);
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of(shifted<T>(a[i], by));
  return 0;
}
template <class T>
Mask multiply_add(Lanes& out, L a, L b, L c) {
  const int by = exponent(b);
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of(static_cast<T>((a[i] << by) + c[i]));
  return 0;
}
template <class T>
Mask divide(Lanes& out, L a, L b, L) {
  const T power = value_in<T>(b[0]);
  const int by = exponent(b);
  for (int i = 0; i < warp_lanes; ++i) {
    const T value = value_in<T>(a[i]);
    out[i] = bits_of(static_cast<T>((value + bias(value, power)) >> by));
  }
  return 0;
}
template <class T>
Mask remainder(Lanes& out, L a, L b, L) {
  const T power = value_in<T>(b[0]);
  for (int i = 0; i < warp_lanes; ++i) {
    const T value = value_in<T>(a[i]), more = bias(value, power);
    out[i] = bits_of(static_cast<T>(((value + more) & (power - 1)) - more));
  }
  return 0;
}

template <class T>
LaneFunction of_type(Op op) {
  switch (op) {
    case Op::mul:
      return multiply<T>;
    case Op::fma:
      return multiply_add<T>;
    case Op::div:
      return divide<T>;
    case Op::rem:
      return remainder<T>;
    default:
      return nullptr;
  }
}

}  // namespace

LaneFunction power_function(Op op, Type type) {
  return of_word(type, [op](auto zero) { return of_type<decltype(zero)>(op); });
}

std::vector<bool> constant_powers(const Code& code) {
  enum State : std::uint8_t { unknown, power, other };
  std::vector<State> states(static_cast<std::size_t>(std::max<Register>(code.registers, 1)));
  const auto set = [&](Register at, State state) {
    State& known = states[static_cast<std::size_t>(at)];
    known = known == unknown ? state : other;
  };
  for (const Parameter& each : code.parameters) {
    const std::size_t count = each.pointer ? 1 : each.shape.scalars.size();
    for (std::size_t k = 0; each.first != none && k < count; ++k)
      set(each.first + static_cast<Register>(k), other);
  }
  for (const Variable& each : code.variables)
    if (each.address != none) set(each.address, other);
  bool begins = true;  // all threads run this
  for (const Instruction& i : code.instructions) {
    begins = begins && (i.op == Op::constant || i.op == Op::special);
    const bool one = i.op == Op::constant && i.imm > 0 && (i.imm & (i.imm - 1)) == 0 &&
                     i.imm <= std::int64_t{1} << 30;
    for (int k = 0; k < registers_written(i); ++k) set(i.result + k, begins && one ? power : other);
    if (i.op == Op::undefine && i.a != none) set(i.a, other);
  }
  std::vector<bool> out;
  for (const State each : states) out.push_back(each == power);
  return out;
}

}  // namespace loom::cuda
