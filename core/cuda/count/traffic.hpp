// The requests of warps to memory, counted by the simulators of core/memory. Instructions repeat
// their patterns: what was computed for one is kept, and found again for the same lanes, width and
// distances, where the rule depends on no more (a shift by whole sectors; of shared memory a shift
// by whole words, which only renames the banks).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/memory/wavefronts.hpp"
#include "core/warp.hpp"

namespace loom::cuda {

struct Traffic {
  std::int64_t requests = 0;  // to global memory
  // Ideal: the distinct bytes, as whole sectors. The profiler's ideal is the bytes of all active
  // lanes, or the sectors they touch if those are fewer: the same unless lanes repeat an address.
  std::int64_t sectors = 0, sectors_ideal = 0;
  // Of shared memory. Ideal: the active lanes' bytes in passes of 128, or the passes it took if
  // fewer, as the profiler has it.
  std::int64_t wavefronts = 0, wavefronts_ideal = 0;
  std::int64_t bytes = 0;             // named by lanes, of both
  std::int64_t atomic_conflicts = 0;  // lanes of atomics that come after another at their address
  Traffic& operator+=(const Traffic& other);
};

// Lanes one after another, whose places lie one behind the other, or are the same.
struct LaneRun {
  std::uint8_t first = 0, count = 0;
  bool same = false;
};

// How the places of one request lie to each other, and what that costs.
struct Pattern {
  std::uint32_t active = 0;  // 0: empty
  int width = 0;
  std::uint64_t unit = 0;       // of a copy, both sides have patterns of one instruction
  std::uint64_t remainder = 0;  // of the first place by the unit
  // Of active lanes: from the first one, and all bits set; others 0.
  std::array<std::uint64_t, warp_lanes> distances{}, keep{};
  std::int64_t least = 0, most = 0;  // of the distances
  bool aligned = false;              // all distances, to the width
  std::int64_t count = 0, ideal = 0, bytes = 0;
  std::array<LaneRun, warp_lanes> runs;  // all active lanes, ascending
  int run_count = 0;
};

// For one instruction.
class Patterns {
 public:
  // The pattern of the active lanes' places + `offset`, of which there is at least one: `width`
  // bytes each, in global memory or in shared.
  const Pattern& global(const std::uint64_t* places, std::uint64_t offset, std::uint32_t active,
                        int width);
  const Pattern& shared(const std::uint64_t* places, std::uint64_t offset, std::uint32_t active,
                        int width, memory::Access kind);

  static void count_global(const Pattern& pattern, Traffic& traffic);
  static void count_shared(const Pattern& pattern, Traffic& traffic);

 private:
  bool find(const std::uint64_t* places, std::uint64_t offset, std::uint32_t active, int width,
            std::uint64_t unit, Pattern*& pattern);
  std::size_t slot(std::uint64_t remainder, std::uint32_t active) const;
  void grow();

  std::vector<Pattern> patterns_;
};

// Active lanes beyond the first at each address.
int conflicts(const memory::WarpAccess& access);

}  // namespace loom::cuda
