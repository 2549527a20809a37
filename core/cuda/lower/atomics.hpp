// What nvcc makes of atomics of shared memory.
#pragma once

#include "core/cuda/code.hpp"

namespace loom::cuda {

// Sets Instruction::at_once: one pass serves all lanes of one address. So it is in the code that
// nvcc makes for compute capability 9.0 in three cases. If lanes add 1 and do not use the result,
// they are counted. If the source gives the address to the whole block, one lane acts for all. If
// hardware has no instruction for the sum, nvcc makes a loop, of which one turn is counted.
void mark_atomics(Code& code);

}  // namespace loom::cuda
