// The picture of `roofline`: operations under a GPU's roof, and what one of them waits for.
#pragma once

#include "core/device/measured_operations.hpp"
#include "web/scene/scene.hpp"
#include "web/scenes/peaks/roofline_own.hpp"

namespace loom::scenes {

struct RooflineChart {
  const device::Peaks* gpu = nullptr;
  const device::UnitFormat* format = nullptr;
  std::string name;  // of the operation, with its sizes
  device::Roof roof;
  double overhead = 0;  // seconds
  std::optional<OwnRun> own;
  bool ordinary = false;  // runs on ordinary units, although the roof is the tensor cores'

  double peak() const { return gpu->rate(*format).value; }  // TFLOP/s
  double attainable(double intensity) const {               // TFLOP/s
    const double fed = intensity * gpu->bandwidth.value / 1e3;
    return fed < peak() ? fed : peak();
  }
  // Whether the recorded run was on this GPU, with this format.
  bool measured() const { return gpu->id == "h200" && format->id == "bf16"; }
  const device::h200::MeasuredOperation* run() const;  // … of this operation, with these sizes
  // A fused operation moves fewer bytes than are counted here, so it may exceed its limit. `share`:
  // of that limit.
  static bool is_fused(const device::h200::MeasuredOperation& one, double share) {
    return one.compiled() && share > 1;
  }
  using Drawing = struct RooflineDrawing;
  float picture(const Sheet& sheet) const;
};

// The state that shows an entry of measured_operations(), by its number.
struct OperationState {
  std::string_view operation, sizes;  // values of the parameter, and a query
};
OperationState state_of(size_t measured);

std::string rate_text(double tflops);  // three digits that count, of small rates too

}  // namespace loom::scenes
