// What an instruction computes, for all 32 lanes at once. The result may be one of the operands.
//
// Integers wrap; floats round each operation to nearest even, fma once; f16 and bf16 are computed
// in a wider format and rounded once. Checked against scalar C++ lane by lane in
// tests/core/cuda/run/arithmetic_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {

// Writes all lanes, whatever the operands hold. Returns the lanes at fault: a division by zero, or
// of a checked instruction a signed result that does not fit.
using LaneFunction = Mask (*)(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c);

// nullptr: there is no such instruction.
LaneFunction lane_function(const Instruction& instruction);

// The parts of lane_function.
LaneFunction integer_function(Op op, Type type, bool checked);
LaneFunction checked_function(Op op, Type type);
LaneFunction float_function(Op op, Type type);  // f32, f64
LaneFunction half_function(Op op, Type type);   // f16, bf16
LaneFunction conversion(Type to, Type from);

// make(T{}) for the whole type T of 32 or 64 bits; nullptr for other types.
template <class Make>
LaneFunction of_word(Type type, Make make) {
  switch (type) {
    case Type::i32:
      return make(std::int32_t{});
    case Type::u32:
      return make(std::uint32_t{});
    case Type::i64:
      return make(std::int64_t{});
    case Type::u64:
      return make(std::uint64_t{});
    default:
      return nullptr;
  }
}

// Multiplies, multiplies and adds, divides, or gives the remainder, where b is the same power of
// two in all lanes, at most 2^30; nullptr for other instructions. And the registers that hold one,
// and nothing else, for all of a kernel's time.
LaneFunction power_function(Op op, Type type);
std::vector<bool> constant_powers(const Code& code);

// One value of f16 or bf16, exactly, and the nearest one of a number.
double half_value(std::uint64_t bits, Type type);
std::uint64_t half_bits(double value, Type type);

}  // namespace loom::cuda
