// A product on two SMs of a data-center Blackwell chip, apart or as a pair (cta_group::2), and what
// each SM reads from its shared memory.
//
// Both make 256 × N sums together, 128 rows each. Apart, each SM keeps its 128 rows of A and all N
// columns of B. As a pair each keeps its rows of A and half the columns of B, and the tensor cores
// of both take in what either reads. One instruction goes 32 bytes along K, whatever the format.
// For an instruction, of each SM:
//
//   bytes read   A 128·32     B N·32 apart, N·16 as a pair     A in tensor memory: no bytes
//   math         N / 2 cycles     (128·N·K multiply-adds, at 256·K a cycle: 4,096 in BF16)
//   shared       bytes / 128 cycles
//
// A model, and not measured here: the longer of the two is what an instruction takes, one after
// another. It agrees with a published measurement on a B200: with both operands in shared memory,
// N below 128 is limited by shared memory, near 128 bytes a cycle, and a pair does nearly twice
// what an SM does (reference "blackwell-semianalysis"). Of 64 rows an SM it says nothing. FP8's
// rate holds for all formats of 8 bits; FP4 is that of the kinds that pack it.
//
// Sources: PTX ISA (tcgen05.mma), CUTLASS (mma_traits_sm100.hpp: who keeps what; blackwell
// functionality: rates, twice Hopper's in each format, FP4 twice FP8), shared memory's 128 bytes a
// cycle from "cuda-guide" (32 banks of 4 bytes).
#pragma once

#include <optional>

#include "core/result.hpp"

namespace loom::gemm {

struct TwoSm {
  int sms = 2;    // that multiply together: 1 (apart) or 2 (a pair)
  int n = 128;    // columns of B: 32…256 by 32
  int bits = 16;  // of an element: 4, 8, 16 or 32 (TF32)
  bool a_in_tensor_memory = false;
};
// "n: expected a multiple of 32 from 32 to 256, got 48"
std::optional<Error> refusal(const TwoSm& product);

inline constexpr int two_sm_rows = 128;   // of A, in each SM
inline constexpr int step_bytes = 32;     // of K, of an instruction
inline constexpr int steps_of_stage = 4;  // that a stage of the pipeline holds: 128 bytes along K

// For each SM.
struct Feeding {
  int k = 0;                     // elements along K that an instruction goes
  int a_bytes = 0, b_bytes = 0;  // read from its shared memory, an instruction
  int a_cycles = 0, b_cycles = 0, math_cycles = 0;
  long long flops = 0;  // of an instruction

  int stage_a = 0, stage_b = 0;  // bytes of shared memory that a stage takes
  // How many stages fit into what a block may have. 0 if A is in tensor memory: how it gets there,
  // through shared memory or registers, is not modeled, so neither is the room for that.
  int stages = 0;

  int bytes() const { return a_bytes + b_bytes; }
  int shared_cycles() const { return a_cycles + b_cycles; }
  int cycles() const { return shared_cycles() > math_cycles ? shared_cycles() : math_cycles; }
  double intensity() const { return static_cast<double>(flops) / bytes(); }    // FLOPs a byte
  double busy() const { return static_cast<double>(math_cycles) / cycles(); }  // tensor cores
};
Feeding feeding(const TwoSm& product);  // of one that is not refused

}  // namespace loom::gemm
