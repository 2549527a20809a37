// The picture of `precision-ladder`: a row for each format, its peak on one axis, and what it
// saves.
#pragma once

#include "core/device/precision.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct PrecisionLadder {
  const device::Peaks* gpu = nullptr;
  std::vector<device::Rung> rungs;
  int chosen = 0;  // of rungs
  int n = 0;       // side of the product
  bool logarithmic = false;

  static bool whole(const device::Rung& rung) { return rung.precision->id == "int8"; }
  static std::string flops(double count);  // the text for a byte or a number: "562.5", "1,125"
  // On whole numbers a unit does operations, but not floating-point operations.
  static std::string_view unit(const device::Rung& rung) {
    return whole(rung) ? "TOP/s" : "TFLOP/s";
  }
  const device::Rung& rung() const { return nth(rungs, chosen); }
  using Drawing = struct PrecisionLadderDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
