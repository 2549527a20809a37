// Cycles of the warpgroup's instruction, one after the other on the same sums, as measured on an
// H200 (core/recorded/h200/wgmma.json). All types that have the shape took the same time.
#pragma once

namespace loom::gemm::h200 {

struct MeasuredWgmma {
  int n;
  double from_shared, from_registers;  // whole cycles, by where A was
};

// measured_wgmma: some of the shapes.
#include "core/recorded/wgmma.inc"  // IWYU pragma: export

}  // namespace loom::gemm::h200
