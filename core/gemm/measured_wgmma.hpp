// Cycles of the warpgroup's instruction, one after the other on the same sums, as an H200 ran it
// (core/recorded/h200/wgmma.json). All types that have the shape took as long.
#pragma once

namespace loom::gemm::h200 {

struct MeasuredWgmma {
  int n;
  double from_shared, from_registers;  // whole cycles, by where A was
};

// measured_wgmma: some of the shapes.
#include "core/recorded/wgmma.inc"

}  // namespace loom::gemm::h200
