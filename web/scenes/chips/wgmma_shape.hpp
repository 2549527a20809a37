// The picture of `wgmma-shape`: one instruction's matrices, what it waits for, and its speed by N.
#pragma once

#include "core/gemm/wgmma.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct WgmmaShape {
  const gemm::WgmmaType* type = nullptr;
  gemm::WgmmaShape shape;
  gemm::Wgmma made;
};

float wgmma_shape_height(float width);
void draw_wgmma_shape(const WgmmaShape& shape, scene::Painter& painter, const scene::View& view);

}  // namespace loom::scenes
