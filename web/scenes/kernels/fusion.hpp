// The picture of `fusion`: the tensors that a chain of operations moves through memory, as separate
// kernels and as one; what that takes; and how fast an H200 copies tensors of every size.
#pragma once

#include "core/device/peaks.hpp"
#include "core/kernels/fusion.hpp"
#include "core/kernels/measured_fusion.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_operations = 8;
inline constexpr double least_elements = 65536, most_elements = 268435456;

struct FusionChart {
  const device::Peaks* gpu = nullptr;
  const device::UnitFormat* format = nullptr;
  int operations = 0, further = 0;  // the last `further` operations read another tensor each
  int elements = 0;                 // of each tensor
  double l2_bytes = 0;              // 0: not known how fast it is
  kernels::Fusion cost;
  const kernels::h200::FusionRun* run = nullptr;  // of PyTorch on an H200, if recorded

  double tensor() const { return elements * format->bytes; }
  bool reads_further(int operation) const { return operation >= operations - further; }
  double saving() const { return cost.unfused.seconds / cost.fused.seconds; }
  // Whether L2 holds so many bytes.
  bool near(double bytes) const { return bytes <= l2_bytes; }
  using Drawing = struct FusionDrawing;
  float picture(const Sheet& sheet) const;
};

std::string fusion_time(double seconds);  // "104 µs"

}  // namespace loom::scenes
