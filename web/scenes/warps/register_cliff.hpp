// The picture of `register-cliff`: occupancy over registers per thread, with the cliffs; what a
// launch bound sends to local memory, beside the L1 cache that has to hold it; and what launch
// bounds cost on an H200.
#pragma once

#include "core/sm/spill.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int fewest_registers = 16;

struct RegisterCliff {
  const device::Capability* capability = nullptr;
  sm::Kernel kernel;  // with the registers that it wants
  int bound = 0;      // blocks that a launch bound asks for, 0: none
  int ignored = 0;    // the bound, where no SM could hold so many blocks
  sm::Spill spill;
  std::vector<sm::Plateau> plateaus;  // from fewest_registers to 255

  int used() const { return kernel.registers - spill.values; }
  const sm::Plateau& at(int registers) const { return sm::plateau_at(plateaus, registers); }
  using Drawing = struct RegisterCliffDrawing;
  float picture(const Sheet& sheet) const;
};

// "6.7 ms", "74 ms"
inline std::string milliseconds(double ms) { return fixed(ms, ms < 10 ? 1 : 0) + " ms"; }

}  // namespace loom::scenes
