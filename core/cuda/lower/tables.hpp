// Tables that never change, and whose elements nvcc knows: it unrolls a loop whose turns are known
// before the kernel runs, and puts numbers in place of the loads. Such a table is no memory to
// count.
#pragma once

#include <vector>

#include "core/cuda/code.hpp"

namespace loom::cuda {

// nvcc 13 unrolls loops over that many elements, but no longer all over 64 (seen in its PTX).
inline constexpr std::int64_t most_unrolled = 64;

// Of the variables that never change, given by their addresses: those in global memory that are
// read only at indices known before the kernel runs go to constant memory, which is not counted.
void place_tables(Code& code, const std::vector<Register>& never_change);

}  // namespace loom::cuda
