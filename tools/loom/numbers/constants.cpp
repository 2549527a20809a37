#include "tools/loom/numbers/constants.hpp"

#include <string>

#include "core/device/capability.hpp"
#include "core/gemm/tensor_memory.hpp"
#include "core/memory/sectors.hpp"
#include "core/memory/struct_layout.hpp"
#include "core/memory/wavefronts.hpp"
#include "core/nearest.hpp"
#include "core/numerics/tensor_core.hpp"

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
