#include "tools/loom/eval/operation.hpp"

#include <array>

namespace loom::eval {
namespace {

void list(std::string& out, std::string_view heading, std::span<const Field> fields) {
  out += "  " + std::string(heading) + "\n";
  for (const Field& field : fields)
    out += "    " + std::string(field.name) + (field.optional ? " (optional)" : "") + ": " +
           std::string(field.what) + "\n";
}

}  // namespace

std::span<const Operation> operations() {
  static const std::array all = {
      // attention
      attention_step,
      attention_mask,
      attention_rope,
      attention_sample,
      attention_cache,
      attention_pages,
      // cuda
      cuda_run,
      // gemm
      gemm_block_scaled,
      gemm_climb,
      gemm_multicast,
      gemm_wgmma,
      pipeline,
      traffic,
      roofline,
      tensor_memory,
      // kernels
      online_softmax,
      moe_route,
      kernels_flash_io,
      kernels_split_kv,
      kernels_fusion,
      // layout
      layout_evaluate,
      layout_coalesce,
      layout_filter,
      layout_fragment,
      layout_complement,
      layout_left_inverse,
      layout_right_inverse,
      layout_swizzle,
      layout_compose,
      layout_logical_divide,
      layout_zipped_divide,
      layout_tiled_divide,
      layout_flat_divide,
      layout_logical_product,
      layout_blocked_product,
      layout_raked_product,
      // machine
      machine_roofline,
      // memory
      sectors,
      wavefronts,
      // models
      model_memory,
      // numerics
      accumulate,
      decode,
      dequantize,
      encode,
      number_format,
      quantize,
      ternary,
      smooth,
      range_shares,
      tensor_core_dot,
      // scaling
      scaling_pipeline,
      scaling_all_reduce,
      scaling_memory,
      scaling_ring,
      scaling_collective,
      scaling_forward,
      // sm
      divergence,
      occupancy,
      schedule,
      // tma
      tma_load,
  };
  return all;
}

std::string list_operations() {
  std::string out;
  for (const Operation& operation : operations()) {
    out += std::string(operation.name) + ": " + std::string(operation.what) + "\n";
    list(out, "in", operation.in);
    list(out, "out", operation.out);
  }
  return out;
}

}  // namespace loom::eval
