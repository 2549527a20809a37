// The lower half of the picture of `moe-routing`: when the tiles run, launched expert by expert and
// grouped, with the chosen packing in front.
#pragma once

#include "core/kernels/moe_routing.hpp"
#include "web/scene/painter.hpp"
#include "web/scenes/kernels/moe_routing.hpp"
#include "web/scenes/kernels/moe_routing_layout.hpp"

namespace loom::scenes {

// Until every token is placed (`done`), it only says that the tiles wait.
void draw_moe_schedules(scene::Painter& painter, const MoeLayout& layout,
                        const kernels::MoeRouting& routing, Packing packing, bool done);

}  // namespace loom::scenes
