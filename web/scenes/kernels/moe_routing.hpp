// The picture of `moe-routing`: tokens above, experts as columns of tiles below, and the tiles'
// turns on the machine at the bottom.
#pragma once

#include "core/kernels/moe_routing.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

enum class Packing { per_expert, grouped };

struct MoePicture {
  kernels::MoeRouting routing = *kernels::moe_route({});  // 32 tokens, tiles of 8 rows, 4 places
  Packing packing = Packing::per_expert;

  using Drawing = struct MoeRoutingDrawing;
  float picture(const Sheet& sheet) const;
};

// "E0": in tables and heads.
inline std::string expert_name(int expert) { return "E" + std::to_string(expert); }

std::string moe_launches(const kernels::Schedule& schedule);  // "4 launches"

// "Token 5's second choice, expert 1: tile 0, slot 5".
std::string moe_fate(const kernels::MoeRouting& routing, const kernels::Assignment& assignment);

}  // namespace loom::scenes
