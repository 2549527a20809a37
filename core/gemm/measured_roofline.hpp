// A linear layer on cuBLASLt, measured on an H200, as scenes show it
// (core/recorded/h200/roofline.json).
#pragma once

namespace loom::gemm::h200 {

// bf16_layer and fp8_layer: TFLOP/s of a layer with roofline_inputs and roofline_outputs at batches
// of 1, 2, 4, …, roofline_runs of them, weights read from HBM. Sums in FP32, output in BF16.
#include "core/recorded/roofline.inc"  // IWYU pragma: export

}  // namespace loom::gemm::h200
