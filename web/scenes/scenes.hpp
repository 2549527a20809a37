// One function per scene, in the file named after it.
#pragma once

#include "web/scene/scene.hpp"

namespace loom::scenes {

// machine/
scene::Description memory_trip();
scene::Description coalescing();
scene::Description copy_pipeline();
scene::Description occupancy();
scene::Description register_cliff();
scene::Description struct_layout();
scene::Description warp_scheduler();
scene::Description matmul_tiling();
scene::Description bank_conflicts();
scene::Description tile_padding();
scene::Description gemm_climb();

// formats/
scene::Description float_anatomy();
scene::Description number_line();
scene::Description rounding();
scene::Description gradient_range();
scene::Description accumulate_rounding();
scene::Description promotion_interval();
scene::Description model_fit();
scene::Description where_math_runs();
scene::Description scaling_ladder();
scene::Description smooth_outliers();
scene::Description microscaling();
scene::Description k_quant();
scene::Description ternary();

// library/
scene::Description online_softmax();
scene::Description accumulator();
scene::Description moe_routing();

}  // namespace loom::scenes
