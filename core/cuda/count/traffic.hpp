// The requests of warps to memory, counted by the simulators of core/memory. Instructions repeat
// their patterns: what was computed for one is kept, and found again for the same lanes, width and
// distances, where the rule depends on no more (a shift by whole sectors; of shared memory a shift
// by whole words, which only renames the banks).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/memory/wavefronts.hpp"

namespace loom::cuda {

struct Traffic {
  std::int64_t requests = 0;                    // to global memory
  std::int64_t sectors = 0, sectors_ideal = 0;  // ideal: the distinct bytes, as whole sectors
  // Of shared memory. Ideal: the passes that the width alone needs, or those it took if fewer.
  std::int64_t wavefronts = 0, wavefronts_ideal = 0;
  std::int64_t bytes = 0;             // named by lanes, of both
  std::int64_t atomic_conflicts = 0;  // lanes of atomics that come after another at their address
  Traffic& operator+=(const Traffic& other);
};

// For one instruction.
class Patterns {
 public:
  // `access`: as the simulators take it, with at least one active lane.
  void global(const memory::WarpAccess& access, Traffic& traffic);
  void shared(const memory::WarpAccess& access, memory::Access kind, Traffic& traffic);

 private:
  struct Entry {
    std::uint32_t active = 0;  // 0: empty
    int width = 0;
    std::int64_t unit = 0;  // of a copy, both sides pass here
    std::int64_t remainder = 0;
    std::array<std::int64_t, warp_lanes> distances;  // of active lanes, from the first; others 0
    std::int64_t count = 0, ideal = 0;
  };
  bool find(const memory::WarpAccess& access, std::int64_t unit, Entry*& entry);

  std::vector<Entry> entries_;
};

// Active lanes beyond the first at each address.
int conflicts(const memory::WarpAccess& access);

}  // namespace loom::cuda
