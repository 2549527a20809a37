// Matrix products measured on an H200, as scenes show them (core/recorded/h200/gemm.json,
// traffic.json).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/device/measured_h200.hpp"
#include "core/gemm/traffic.hpp"

namespace loom::gemm::h200 {

// Speeds of this project's kernels and of cuBLAS, by the names of the recorded rungs.
struct Rung {
  const char* name;
  bool bf16;         // inputs, output and products; else everything is FP32
  double tflops[2];  // at N = 4096, 8192
};
// rungs, rung_count of them, at the rung_sizes. At the highest clock, 1980 MHz: fp32_peak_tflops,
// of multiply-adds; bf16_peak_tflops, of products with FP32 sums. ‖C − reference‖ / ‖reference‖,
// the reference summed in FP64: fp32_errors of every FP32 rung, by size; bf16_error of every BF16
// rung.
#include "core/recorded/gemm.inc"  // IWYU pragma: export

// What one product read: the numbers that threads asked for and, because caches answer repeated
// requests, how many of them L1 requested from L2, and how many came from HBM, starting with cold
// caches.
struct Reads {
  int n, tile;
  std::int64_t loads;                // numbers; exact
  std::int64_t l2_bytes, hbm_bytes;  // vary by a few percent
};
#include "core/recorded/traffic.inc"  // IWYU pragma: export

// Floating-point operations per second, in 10¹², that the measured HBM could feed if every byte
// came from there; at most the FP32 peak.
constexpr double fed_tflops(const Traffic& traffic) {
  return std::min(fp32_peak_tflops, traffic.intensity * device::h200::dram_gb_per_s / 1000);
}

// nullptr if nothing was counted.
constexpr const Reads* counted(int n, int tile) {
  for (const Reads& row : reads)
    if (row.n == n && row.tile == tile) return &row;
  return nullptr;
}

}  // namespace loom::gemm::h200
