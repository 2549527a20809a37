// What PyTorch's chains of elementwise operations took on an H200, and copies of as many bytes
// (core/recorded/h200/fusion.json, copies.json).
#pragma once

#include <cstdint>

namespace loom::kernels::h200 {

// Of BF16 numbers; `extra` further tensors are read. Microseconds of a kernel for each operation,
// and of what torch.compile makes of them.
struct FusionRun {
  int operations, extra;
  std::int64_t elements;
  double eager_us, compiled_us;
};

// Every thread copied `width` bytes at a time, of an array of `bytes`, again and again.
struct CopyRun {
  int width;
  std::int64_t bytes;
  double us;

  constexpr double gb_per_s() const { return 2e-3 * static_cast<double>(bytes) / us; }
};

// fusion_runs; copy_runs, for every number of bytes from the narrowest width to the widest.
// further_kernel_us: how much longer a chain takes for each further kernel if there is almost
// nothing to move.
#include "core/recorded/fusion.inc"  // IWYU pragma: export

constexpr const FusionRun* find_fusion_run(int operations, int extra, std::int64_t elements) {
  for (const FusionRun& run : fusion_runs)
    if (run.operations == operations && run.extra == extra && run.elements == elements) return &run;
  return nullptr;
}

constexpr const CopyRun* find_copy_run(int width, std::int64_t bytes) {
  for (const CopyRun& run : copy_runs)
    if (run.width == width && run.bytes == bytes) return &run;
  return nullptr;
}

}  // namespace loom::kernels::h200
