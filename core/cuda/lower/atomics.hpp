// What nvcc makes of atomics of shared memory.
#pragma once

#include "core/cuda/code.hpp"

namespace loom::cuda {

// Sets Instruction::at_once for atomics whose lanes with one address share a pass in the code that
// nvcc makes for compute capability 9.0. There are three cases:
// - The lanes add 1 and do not use the result. Then nvcc counts the lanes and adds their number.
// - The source gives the same address to the whole block. Then one lane acts for all.
// - Hardware has no instruction for the operation. Then nvcc makes a loop, and the figures count
// one
//   turn of it.
void mark_atomics(Code& code);

}  // namespace loom::cuda
