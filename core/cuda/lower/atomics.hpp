// What nvcc makes of atomics of shared memory.
#pragma once

#include "core/cuda/code.hpp"

namespace loom::cuda {

// Sets Instruction::at_once, as nvcc writes it for compute capability 9.0. Ones whose result nobody
// reads are counted. Where the source says that all lanes of a warp have the same address, one of
// them acts for all. Sums that hardware has no instruction for are loops: one turn of them counts.
void mark_atomics(Code& code);

}  // namespace loom::cuda
