// Arguments of a kernel as JSON: {type, values} for an array, {type, value} for a number.
#pragma once

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::eval {

// As many arguments as `code` has parameters. Throws Refused; `place` stands before what a launch
// with these arguments would be refused for.
std::vector<cuda::Argument> read_arguments(const Json& arguments, const cuda::Code& code,
                                           const std::string& place);

// What the arguments say of the types of a template kernel's parameters.
std::vector<cuda::ArgumentType> argument_types(const Json& arguments);

// What lies in an array: its scalars, one after another.
Json array_values(const std::vector<std::uint8_t>& bytes, const cuda::Shape& element);

// The element that an argument's array has: the parameter's, or what the argument says of a pointer
// to void or to an array.
cuda::Shape element_of(const cuda::Parameter& parameter, const Json& argument);

}  // namespace loom::eval
