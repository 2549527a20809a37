// Arguments of a kernel as JSON: {type, values} for an array, {type, value} for a number.
#pragma once

#include <vector>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "core/json/value.hpp"
#include "core/result.hpp"

namespace loom::kernel {

// As many arguments as `code` has parameters. An error begins with the kernel's "LINE:COLUMN: ",
// except for what has not the form of arguments at all.
Result<std::vector<cuda::Argument>> read_arguments(const json::Value& arguments,
                                                   const cuda::Code& code);

// What the arguments say of the types of a template kernel's parameters.
std::vector<cuda::ArgumentType> argument_types(const json::Value& arguments);

// What lies in an array: its scalars, one after another.
json::Value array_values(const std::vector<std::uint8_t>& bytes, const cuda::Shape& element);

// The element that an argument's array has: the parameter's, or what the argument says of a pointer
// to void or to an array. `spelled` is its type.
cuda::Shape element_of(const cuda::Parameter& parameter, const std::string& spelled);

}  // namespace loom::kernel
