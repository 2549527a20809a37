// How long the last kernel of the climb on Hopper is: lines that are neither blank nor comments.
#pragma once

namespace loom::gemm::h200::climb {

// tools/probes/gemm_specialized.cuh and gemm_tma.cuh; and the wrappers of instructions that they
// use, hopper.cuh and wgmma.cuh.
inline constexpr int kernel_lines = 207, wrapper_lines = 195;

}  // namespace loom::gemm::h200::climb
