// What hardware, or this machine, refuses to launch.
#pragma once

#include "core/cuda/run/run.hpp"

namespace loom::cuda {

// Without the place that run() puts before it.
std::optional<Error> refused(const Code& code, const Launch& launch);

// Blocks that the whole chip holds at a time; at least 1. Registers, which only a compiler knows,
// do not limit it.
Result<int> resident_blocks(const Code& code, const Launch& launch);

}  // namespace loom::cuda
