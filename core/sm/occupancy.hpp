// How many blocks of a kernel one SM holds at a time, by the rules of CUDA's own calculator
// (cudaOccupancyMaxActiveBlocksPerMultiprocessor; reference "cuda-occupancy").
//
// With W = ⌈threads/32⌉ warps per block, each limit alone allows
//   warps      ⌊warps of the SM / W⌋; none for more than 1024 threads.
//   registers  g = registers·32 rounded up to 256 is what one warp is granted. Each of the four
//              sub-partitions holds ⌊16384/g⌋ warps: ⌊4·⌊16384/g⌋/W⌋ blocks. None for more than 255
//              registers, nor when a block's warps, rounded up to whole rows of four, need more
//              than 65536 registers: that block cannot be launched at all.
//   shared     a block takes F = static + dynamic + reserved bytes, rounded up to the capability's
//              unit: ⌊shared memory of the SM / F⌋. None when the dynamic part exceeds what the
//              kernel asked for, or all of it what a block may have.
//   blocks     the capability's own limit.
//   barriers   ⌊named barriers of the SM / those that the kernel uses⌋, from 9.0 on.
// The smallest wins; whatever equals it limits. 0 blocks: the kernel cannot run with these numbers.
// Equal, blocks and limiters, to the calculator's answers for all capabilities
// (tests/data/cuda/occupancy_rules.json).
#pragma once

#include <array>
#include <climits>
#include <optional>
#include <span>
#include <vector>

#include "core/device/capability.hpp"
#include "core/result.hpp"

namespace loom::sm {

struct Kernel {
  int threads = 256;       // per block
  int registers = 64;      // per thread
  int static_shared = 0;   // bytes per block, known when compiled
  int dynamic_shared = 0;  // bytes per block, given at the launch
  // cudaFuncAttributeMaxDynamicSharedMemorySize: the most dynamic bytes that a launch may ask for.
  // None: as much as the device allows beside the static part.
  std::optional<int> dynamic_limit = {};
  int barriers = 0;  // named ones used; a number known only at run time counts as 16
};

enum class Limiter { warps, registers, shared_memory, blocks, barriers };
inline constexpr int limiter_count = 5, unlimited = INT_MAX;

// "warps", "registers", "shared_memory", "blocks", "barriers"
std::string_view name(Limiter limiter);

struct Occupancy {
  int warps_per_block = 0;
  int registers_per_warp = 0;  // granted
  int shared_per_block = 0;    // bytes taken: with the reserved ones, rounded up
  // Blocks that each limiter alone would allow, or unlimited.
  std::array<int, limiter_count> limits = {};
  int blocks = 0;    // per SM: the least of them
  int warps = 0;     // blocks·warps_per_block
  double share = 0;  // of the SM's warps: 'occupancy'

  int allows(Limiter limiter) const { return limits[static_cast<size_t>(limiter)]; }
  bool limited_by(Limiter limiter) const { return allows(limiter) == blocks; }
};

// Refused: fewer than 1 thread, a negative count or size, sizes that do not fit into 31 bits
// together.
Result<Occupancy> occupancy(const device::Capability& capability, const Kernel& kernel);

// What one block needs of a resource, and what the SM has of it: warps, registers, bytes, blocks,
// named barriers.
struct Share {
  int needed = 0, available = 0;
};
Share share_of_block(const device::Capability& capability, const Kernel& kernel,
                     const Occupancy& occupancy, Limiter limiter);

// Warps that the registers of one sub-partition hold at this many registers per thread, 1…255.
int warps_per_partition(int registers);

// The most registers per thread that __launch_bounds__(threads, min_blocks) leaves to a compiler
// that wants min_blocks blocks on an SM: min(255, 8·⌊16384/⌈min_blocks·W/4⌉/256⌋). Refused: threads
// outside 1…1024; no block, or more than the SM's warps and blocks allow.
Result<int> register_cap(const device::Capability& capability, int threads, int min_blocks);

// A stretch of register counts that all hold as many blocks; the next one begins where a block is
// lost.
struct Plateau {
  int first, last;  // registers per thread
  Occupancy occupancy;
};

// From `first` to 255 registers, whatever kernel.registers says. Refused as by occupancy().
Result<std::vector<Plateau>> plateaus(const device::Capability& capability, Kernel kernel,
                                      int first);

// The one of these with so many registers, or the last.
const Plateau& plateau_at(std::span<const Plateau> plateaus, int registers);

}  // namespace loom::sm
