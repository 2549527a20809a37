// The GPUs that scenes offer, with a source for every number.
//
// Units: bytes, GB/s (10⁹ bytes), cycles of the SM clock. Sizes of registers and L1 are for one SM,
// those of L2 and DRAM for the whole GPU; bandwidths are for all SMs together.
//
// Derived bandwidths follow from the clock and the number of SMs: registers feed three operands of
// 4 bytes to each FP32 lane every cycle; shared memory has 32 banks of 4 bytes (reference
// "cuda-guide").
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/device/sourced.hpp"

namespace loom::device {

// From the math units downward.
enum class Level { registers, l1, l2, dram };  // l1: shared memory and L1 cache, one pool
inline constexpr int level_count = 4;

struct LevelNumbers {
  Sourced size, latency, bandwidth;
};

struct Gpu {
  std::string_view id, name, capability, dram;  // "h100", "H100", "9.0", "HBM3"
  int sms;
  std::array<LevelNumbers, level_count> levels;
  Sourced l1_latency;  // of a hit in the L1 cache; levels[l1] has shared memory's
  std::string_view timed_on = {}, timed_dram = {};  // where published latencies are another card's

  const LevelNumbers& at(Level level) const { return levels[static_cast<size_t>(level)]; }
};

// Oldest first.
std::span<const Gpu> gpus();

const Gpu* find_gpu(std::string_view id);  // nullptr when unknown

}  // namespace loom::device
