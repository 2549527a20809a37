// The arguments of a kernel on the command line:
//   NAME=float[4096]:INIT   an array; [4096] alone takes the type from the parameter. INIT: index,
//   zero, one,
//                           random(SEED), a list 1,2,3 (repeated), or none; left out: nothing was
//                           written there
//   NAME=4096               a number; of a struct or vector its members, 1,2,3
//   NAME=null               a null pointer
// Without NAME= the next parameter that has none is meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "core/result.hpp"

namespace loom::command {

// Nothing if the text is no whole number, or too large.
std::optional<long long> whole(std::string_view text);

// What --arg says of the types of a template kernel's parameters.
std::vector<cuda::ArgumentType> argument_types(const std::vector<std::string>& texts);

// Refused, too: arrays that with the machine's shadows of them would take more than `memory`
// bytes.
Result<std::vector<cuda::Argument>> kernel_arguments(const cuda::Code& code,
                                                     const std::vector<std::string>& texts,
                                                     long long memory);

}  // namespace loom::command
