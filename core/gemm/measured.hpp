// Matrix products measured on an H200, as scenes show them. A test compares every number with the
// recorded runs (core/recorded/h200/gemm.json, traffic.json).
#pragma once

#include <cstdint>

namespace loom::gemm::h200 {

// At the highest clock, 1980 MHz: FP32 multiply-adds; BF16 products with FP32 sums.
inline constexpr double fp32_peak_tflops = 66.9, bf16_peak_tflops = 1070.5;

// Speed of this project's kernels and of cuBLAS, with the names of the recorded rungs.
struct Rung {
  const char* name;
  bool bf16;         // inputs, output and products; else everything is FP32
  double tflops[2];  // at N = 4096, 8192
};
inline constexpr int rung_sizes[] = {4096, 8192};
inline constexpr Rung rungs[] = {
    {"naive", false, {0.498, 0.501}},        {"coalesced", false, {6.061, 6.047}},
    {"shared tile", false, {8.955, 8.997}},  {"register tile", false, {33.138, 33.083}},
    {"vectorized", false, {38.442, 38.184}}, {"cp.async pipeline", false, {44.193, 44.514}},
    {"library", false, {51.123, 51.231}},    {"tensor cores", true, {591.105, 561.149}},
    {"library", true, {748.383, 692.723}},
};
inline constexpr int rung_count = 9;

// ‖C − reference‖ / ‖reference‖, the reference summed in FP64: of every FP32 rung, at N = 4096 and
// 8192; of every BF16 rung.
inline constexpr double fp32_errors[] = {1.15e-06, 1.62e-06}, bf16_error = 0.00166;

// What one product read: asked for by threads, and, because caches serve what is asked for again,
// how much of it L1 had to ask of L2, and came from HBM, starting with cold caches.
struct Reads {
  int n, tile;
  std::int64_t loads;                // numbers; exact
  std::int64_t l2_bytes, hbm_bytes;  // vary by a few percent
};
inline constexpr Reads reads[] = {
    {256, 1, 33554432, 32 * 91609, 529920},      {256, 32, 1048576, 32 * 80120, 528896},
    {256, 128, 262144, 32 * 32768, 541184},      {1024, 1, 2147483648, 32 * 7951383, 8394240},
    {1024, 32, 67108864, 32 * 5824368, 8393216}, {1024, 128, 16777216, 32 * 1325383, 8405760},
};

// nullptr where nothing was counted.
constexpr const Reads* counted(int n, int tile) {
  for (const Reads& row : reads)
    if (row.n == n && row.tile == tile) return &row;
  return nullptr;
}

}  // namespace loom::gemm::h200
