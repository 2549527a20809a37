// One matrix instruction of a warpgroup (wgmma): D (64×N, registers) += A (64×K, shared memory or
// registers) · B (K×N, shared memory). A row of A and a column of B have 32 bytes, whatever the
// type, which gives K. Warp i of the four holds rows 16i to 16i + 15.
//
//   tensor cores    N/2 cycles
//   shared memory   (64 + N) · 32 bytes at 128 a cycle, from registers N · 32 bytes
//   cycles          the longer of them, and with A from registers at least 13
//
// Shapes: PTX ISA, wgmma.mma_async (reference "ptx"). Cycles: of one instruction after the other on
// the same sums, measured on an H200 for every type here (core/recorded/h200/wgmma.json); the 13
// are only measured, not explained.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/result.hpp"

namespace loom::gemm {

struct WgmmaType {
  std::string_view id, name;
  int element_bytes;
  bool integer = false;  // sums are 32-bit integers; else FP32
};
std::span<const WgmmaType> wgmma_types();

inline constexpr int wgmma_rows = 64, wgmma_warps = 4, wgmma_row_bytes = 32;
inline constexpr int least_wgmma_n = 8, most_wgmma_n = 256;
inline constexpr int shared_bytes_per_cycle = 128, least_cycles_from_registers = 13;

struct WgmmaShape {
  int n = most_wgmma_n;  // 8…256, a multiple of 8; of integers above 24 a multiple of 16
  bool a_in_registers = false;
};

enum class WgmmaBound { tensor_cores, shared_memory, registers };

struct Wgmma {
  int k = 0;
  std::int64_t flops = 0;         // 2 · 64 · N · K
  int a_bytes = 0, b_bytes = 0;   // read from shared memory
  double math = 0, shared = 0;    // cycles of the tensor cores, of shared memory
  double cycles = 0;              // of the instruction
  int sums = 0, a_registers = 0;  // 32-bit registers per thread: D and A
  WgmmaBound bound{};             // tensor_cores where shared memory takes as long

  int shared_bytes() const { return a_bytes + b_bytes; }
  double peak_share() const { return math / cycles; }
  double flops_per_byte() const { return static_cast<double>(flops) / shared_bytes(); }
  double flops_per_cycle() const { return static_cast<double>(flops) / cycles; }
};

// Refused: an N that the type does not have; the message begins with "n".
Result<Wgmma> wgmma(const WgmmaType& type, const WgmmaShape& shape);

std::string_view name(WgmmaBound bound);  // "tensor cores"

}  // namespace loom::gemm
