#include "core/gemm/wgmma.hpp"

#include <algorithm>

#include "core/warp.hpp"

namespace loom::gemm {

std::span<const WgmmaType> wgmma_types() {
  static constexpr WgmmaType all[] = {{"bf16", "BF16", 2},
                                      {"fp16", "FP16", 2},
                                      {"tf32", "TF32", 4},
                                      {"e4m3", "FP8 E4M3", 1},
                                      {"int8", "INT8", 1, true}};
  return all;
}

std::string_view name(WgmmaBound bound) {
  return bound == WgmmaBound::tensor_cores    ? "tensor cores"
         : bound == WgmmaBound::shared_memory ? "shared memory"
                                              : "registers";
}

Result<Wgmma> wgmma(const WgmmaType& type, const WgmmaShape& shape) {
  const int n = shape.n;
  if (n < least_wgmma_n || n > most_wgmma_n || n % 8 != 0)
    return Error{"n: expected a multiple of 8 from 8 to 256, got " + std::to_string(n)};
  if (type.integer && n > 24 && n % 16 != 0)
    return Error{"n: expected 8, 16, 24 or a multiple of 16 up to 256 for integers, got " +
                 std::to_string(n)};

  Wgmma made;
  made.k = wgmma_row_bytes / type.element_bytes;
  made.flops = std::int64_t{2} * wgmma_rows * n * made.k;
  made.a_bytes = shape.a_in_registers ? 0 : wgmma_rows * wgmma_row_bytes;
  made.b_bytes = n * wgmma_row_bytes;
  made.math = n / 2.;
  made.shared = static_cast<double>(made.shared_bytes()) / shared_bytes_per_cycle;
  const double least = shape.a_in_registers ? least_cycles_from_registers : 0;
  made.cycles = std::max({made.math, made.shared, least});
  made.bound = made.cycles == made.math     ? WgmmaBound::tensor_cores
               : made.cycles == made.shared ? WgmmaBound::shared_memory
                                            : WgmmaBound::registers;
  constexpr int threads = warp_lanes * wgmma_warps, register_bytes = 4;
  made.sums = wgmma_rows * n / threads;
  made.a_registers =
      shape.a_in_registers ? wgmma_rows * wgmma_row_bytes / threads / register_bytes : 0;
  return made;
}

}  // namespace loom::gemm
