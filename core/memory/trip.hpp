// A byte on its way from the memory of a GPU to the math units: the distance of every level.
//
// A level's latency is what an instruction waits for data that lie there. A load that misses looks
// into one level after the other, so the byte passes L2 when the wait that is left equals L2's own
// latency: a simplification, since a hit in L2 and a pass through it are not quite the same way.
#pragma once

#include <array>
#include <optional>

#include "core/device/gpu.hpp"

namespace loom::memory {

struct Stop {
  device::Level level;
  std::optional<double> left;     // cycles until the math can use it: the level's latency
  std::optional<double> elapsed;  // cycles since the byte left the farthest level of known latency
  std::optional<double> scaled;   // seconds of `left`, if a register took one second
};

// In the order of the trip: DRAM, L2, L1 (shared memory; the L1 cache where no number for shared
// memory is known), registers.
using Trip = std::array<Stop, device::level_count>;
Trip trip(const device::Gpu& gpu);

// The latency that counts for a level: see Trip.
const device::Sourced& latency(const device::Gpu& gpu, device::Level level);

}  // namespace loom::memory
