// A linear layer on cuBLASLt, measured on an H200, as scenes show it. A test compares every number
// with the recorded run (core/recorded/h200/roofline.json).
#pragma once

namespace loom::gemm::h200 {

inline constexpr int roofline_inputs = 4096, roofline_outputs = 14336;

// TFLOP/s at batches of 1, 2, 4, … 4096, weights read from HBM. Sums in FP32, output in BF16.
inline constexpr int roofline_runs = 13;
inline constexpr double bf16_layer[] = {3.675,   7.405,   14.814,  29.476,  58.379,
                                        115.481, 231.624, 434.902, 648.885, 675.476,
                                        700.802, 689.318, 679.779};
inline constexpr double fp8_layer[] = {6.316,    13.106,   26.054,  51.631,   102.072,
                                       199.846,  399.118,  742.707, 1165.392, 1264.261,
                                       1433.618, 1286.592, 1281.479};

}  // namespace loom::gemm::h200
