// Arrays and numbers from outside, and back: bytes in memory, registers, spellings of types.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"

namespace loom::cuda {

// "unsigned char", "uint8_t", "__half" …, as C++ spells them; none: no arithmetic type of this
// name.
std::optional<Type> type_named(std::string_view name);

// Whether a whole number is a value of an integer type, and its least and most.
bool holds(Type type, std::int64_t value);
bool holds(Type type, std::uint64_t value);

// The nearest value of a floating type, as a register holds it; and the number that a register
// holds.
std::uint64_t float_bits(double value, Type type);
double float_value(std::uint64_t bits, Type type);

// A scalar in memory, little-endian.
std::uint64_t read_scalar(const std::uint8_t* at, Type type);
void write_scalar(std::uint8_t* at, Type type, std::uint64_t bits);

// Whether all scalars of an array are of the type, as of int[8]: it can be given number by number.
bool flattens(const Shape& shape, Type type);

// A shape of one scalar.
Shape scalar_shape(Type type, std::string_view name);

}  // namespace loom::cuda
