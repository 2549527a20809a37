// The picture of `two-sm-mma`: two SMs, what each keeps and reads, and what takes how long.
#pragma once

#include "core/gemm/two_sm.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct TwoSmPicture {
  gemm::TwoSm product;
  gemm::Feeding apart, pair;

  bool paired() const { return product.sms == 2; }
  const gemm::Feeding& chosen() const { return paired() ? pair : apart; }
  using Drawing = struct TwoSmMmaDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
