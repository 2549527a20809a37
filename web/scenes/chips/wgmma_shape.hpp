// The picture of `wgmma-shape`: one instruction's matrices, what it waits for, and its speed by N.
#pragma once

#include "core/gemm/wgmma.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct WgmmaShape {
  const gemm::WgmmaType* type = nullptr;
  gemm::WgmmaShape shape;
  gemm::Wgmma made;

  float height(float width) const;
  void draw(scene::Painter& painter, const scene::View& view) const;
};

}  // namespace loom::scenes
