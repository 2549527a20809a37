// The picture of `wgmma-shape`: one instruction's matrices, what it waits for, and its speed by N.
#pragma once

#include "core/gemm/wgmma.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct WgmmaShape {
  const gemm::WgmmaType* type = nullptr;
  gemm::WgmmaShape shape;
  gemm::Wgmma made;
  using Drawing = struct WgmmaShapeDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
