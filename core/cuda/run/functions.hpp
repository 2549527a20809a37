// Mathematical functions and bit tricks, one lane at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/cuda/code.hpp"
#include "core/cuda/functions.hpp"

namespace loom::cuda {

// A function for operands in `from`, with a result in `type`. One code serves all types, so that
// the program for the browser stays small.
struct MathFunction {
  using Bits = std::uint64_t;  // of a register
  using Code = Bits (*)(const MathFunction& function, Bits a, Bits b, Bits c);

  Code code = nullptr;  // nullptr: there is none
  Function function = Function::sqrt;
  Type type = Type::f64, from = Type::f64;

  explicit operator bool() const { return code != nullptr; }
  Bits operator()(Bits a, Bits b, Bits c) const { return code(*this, a, b, c); }
};

MathFunction math_function(std::int64_t number, Type type, Type from);

// The codes.
std::uint64_t float_math(const MathFunction& f, std::uint64_t a, std::uint64_t b, std::uint64_t c);
std::uint64_t rounded_math(const MathFunction& f, std::uint64_t a, std::uint64_t b,
                           std::uint64_t c);
std::uint64_t rounded_conversion(const MathFunction& f, std::uint64_t a, std::uint64_t b,
                                 std::uint64_t c);
std::uint64_t bit_math(const MathFunction& f, std::uint64_t a, std::uint64_t b, std::uint64_t c);

// The next number of a floating type that is greater (up), or less.
std::uint64_t neighbor(std::uint64_t bits, Type type, bool up);

}  // namespace loom::cuda
