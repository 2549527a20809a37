#include "tools/loom/numbers/constants.hpp"

#include <string>

#include "core/async/measured_pace.hpp"
#include "core/device/capability.hpp"
#include "core/gemm/climb_lines.hpp"
#include "core/gemm/tensor_memory.hpp"
#include "core/gemm/two_sm.hpp"
#include "core/gemm/wgmma.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/struct_layout.hpp"
#include "core/memory/tma.hpp"
#include "core/memory/wavefronts.hpp"
#include "core/numerics/tensor_core.hpp"
#include "core/text/nearest.hpp"

namespace loom::numbers {
namespace {

struct Constant {
  std::string_view name;
  double value;
};
constexpr int tensor_memory_bytes = gemm::tmem_lanes * gemm::tmem_columns * gemm::tmem_cell_bytes;
constexpr Constant constants[] = {
    {"warp_lanes", memory::warp_lanes},
    {"sector_bytes", memory::sector_bytes},
    {"line_bytes", memory::line_bytes},
    {"bank_count", memory::bank_count},
    {"word_bytes", memory::word_bytes},
    {"float_bytes", memory::field_bytes},
    {"sub_partitions", device::sub_partitions},
    {"register_unit", device::register_unit},
    {"registers_per_sm", device::registers_per_sm},
    {"tensor_memory_bytes", tensor_memory_bytes},
    {"hopper_fp8_alignment_bits", numerics::hopper_e4m3.alignment_bits},
    {"hopper_fp8_result_bits", numerics::hopper_e4m3.result_bits},
    {"hopper_fp8_products", numerics::hopper_e4m3.products},
    {"max_registers_per_thread", device::max_registers_per_thread},
    {"tma_unit", memory::tma_unit},
    {"tma_alignment", memory::tma_alignment},
    {"tma_most_swizzle", memory::tma_most_swizzle},
    {"wgmma_rows", gemm::wgmma_rows},
    {"wgmma_row_bytes", gemm::wgmma_row_bytes},
    {"wgmma_warps", gemm::wgmma_warps},
    {"least_wgmma_n", gemm::least_wgmma_n},
    {"shared_bytes_per_cycle", gemm::shared_bytes_per_cycle},
    {"tmem_lanes", gemm::tmem_lanes},
    {"tmem_columns", gemm::tmem_columns},
    {"tmem_cell_bytes", gemm::tmem_cell_bytes},
    {"least_tmem_allocation", gemm::least_tmem_allocation},
    {"warp_lanes_of_tmem", gemm::warp_lanes_of_tmem},
    {"two_sm_rows", gemm::two_sm_rows},
    {"two_sm_step_bytes", gemm::step_bytes},
    {"ring_error_percent", async::h200::ring_error_percent},
    {"schedule_error_percent", async::h200::schedule_error_percent},
    {"both_overhead", async::h200::both_overhead},
    {"ping_pong_overhead", async::h200::ping_pong_overhead},
    {"climb_kernel_lines", gemm::h200::climb::kernel_lines},
    {"climb_wrapper_lines", gemm::h200::climb::wrapper_lines},
};

}  // namespace

std::vector<std::string_view> constant_names() {
  std::vector<std::string_view> names;
  for (const Constant& each : constants) names.push_back(each.name);
  return names;
}

Result<double> constant(std::string_view name) {
  std::string list;
  for (const Constant& each : constants) {
    if (each.name == name) return each.value;
    list += (list.empty() ? "" : ", ") + std::string(each.name);
  }
  return Error{"unknown constant '" + std::string(name) + "', expected one of " + list +
               did_you_mean(name, constant_names())};
}

}  // namespace loom::numbers
