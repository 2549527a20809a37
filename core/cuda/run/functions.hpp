// Mathematical functions and bit tricks, one lane at a time.
#pragma once

#include <cstdint>

#include "core/cuda/code.hpp"
#include "core/cuda/functions.hpp"

namespace loom::cuda {

using MathFunction = std::uint64_t (*)(std::uint64_t a, std::uint64_t b, std::uint64_t c);

// Of operands in `from`, with a result in `type`. nullptr: there is none.
MathFunction math_function(std::int64_t number, Type type, Type from);

// Its parts: by the operands' type; of a reinterpretation by the result's.
MathFunction float_math(Function function, Type type);
MathFunction rounded_math(Function function, Type type);
MathFunction rounded_conversion(Type to, Type from);
MathFunction bit_function(Function function, Type type);

}  // namespace loom::cuda
