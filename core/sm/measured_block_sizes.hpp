// Three kernels that an H200 ran with blocks of 32 to 1,024 threads
// (core/recorded/h200/block_sizes.json).
#pragma once

#include <span>

#include "core/sm/block_size.hpp"

namespace loom::sm::h200 {

struct SizeRun {
  int threads;
  int resident;  // blocks that an SM holds, as the CUDA runtime answers
  double us;     // 0: the launch was refused
};

// add_runs, transpose_runs and registers_runs, by threads; the registers of a thread of each,
// add_registers …; block_clock_mhz; block_start_ns: the time of `add` with the smallest blocks, for
// each of its blocks.
#include "core/recorded/block_sizes.inc"  // IWYU pragma: export

inline constexpr int transposed_side = 8192, tile_side = 32;

struct SizedKernel {
  BlockWork work;
  std::span<const SizeRun> runs;

  const SizeRun* run(int threads) const {  // nullptr: not measured
    for (const SizeRun& one : runs)
      if (one.threads == threads) return &one;
    return nullptr;
  }
};

// tools/probes/block_sizes.cu: a sum of two vectors, 2²⁶ threads; a matrix transposed in tiles,
// whatever the threads of a block; and 2²⁰ threads that keep 80 sums each in registers through 64
// rounds of one multiply-add a sum.
inline constexpr SizedKernel sized_kernels[] = {
    {{.registers = add_registers,
      .threads = 1 << 26,
      .bytes = 3.0 * 4 * (1 << 26),
      .instructions = 1},
     add_runs},
    {{.registers = transpose_registers,
      .static_shared = tile_side * (tile_side + 1) * 4,
      .blocks = (transposed_side / tile_side) * (transposed_side / tile_side),
      .bytes = 2.0 * 4 * transposed_side * transposed_side},
     transpose_runs},
    {{.registers = registers_registers,
      .threads = 1 << 20,
      .bytes = 4.0 * (1 << 20),
      .instructions = 64 * 80},
     registers_runs},
};

}  // namespace loom::sm::h200
