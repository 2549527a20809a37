#include "core/find.hpp"
#include "web/scenes/scenes.hpp"

namespace loom::scene {

std::span<const Description> registry() {
  static const Description all[] = {
      // machine
      scenes::coalescing(),
      scenes::memory_trip(),
      scenes::struct_layout(),
      scenes::warp_scheduler(),
      scenes::bank_conflicts(),
      scenes::matmul_tiling(),
      scenes::copy_pipeline(),
      scenes::tile_padding(),
      scenes::gemm_climb(),
      scenes::occupancy(),
      scenes::register_cliff(),
      // formats
      scenes::float_anatomy(),
      scenes::number_line(),
      scenes::rounding(),
      scenes::gradient_range(),
      scenes::accumulate_rounding(),
      scenes::promotion_interval(),
      scenes::scaling_ladder(),
      scenes::smooth_outliers(),
      scenes::ternary(),
      scenes::microscaling(),
      scenes::k_quant(),
      scenes::model_fit(),
      scenes::where_math_runs(),
      // library
      scenes::online_softmax(),
      scenes::accumulator(),
      scenes::moe_routing(),
  };
  return all;
}

const Description* find(std::string_view id) { return find_by_id<Description>(registry(), id); }

}  // namespace loom::scene
