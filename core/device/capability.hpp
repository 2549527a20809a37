// What a compute capability (CC) promises: the limits of one streaming multiprocessor (SM) that
// decide how many blocks it can hold. A capability is a build target, not a ranking.
//
// Units: bytes, unless a name says KiB; counts otherwise. Sources, for every row: resident threads
// and blocks, shared memory and its reserved part from reference "cccl" (arch_traits.h, which also
// says that 10.3 is limited like 10.0); the unit of shared memory and the barriers from
// "cuda-occupancy" (cuda_occupancy.h of CUDA 13.0); the pool and its carve-outs from "cuda-guide"
// (technical specifications per compute capability).
#pragma once

#include <span>
#include <string_view>

#include "core/warp.hpp"

namespace loom::device {

// The same for every capability below.
inline constexpr int warp_threads = warp_lanes;
inline constexpr int sub_partitions = 4;  // of an SM: each has its own scheduler and registers
inline constexpr int max_threads_per_block = 1024;
inline constexpr int max_registers_per_thread = 255;
inline constexpr int registers_per_sm = 65536;  // of 32 bits; also the most that one block may have
inline constexpr int register_unit = 256;       // registers are granted to a warp in units of this
inline constexpr int shared_without_opt_in = 48 * 1024;  // per block, until a kernel asks for more

struct Capability {
  std::string_view name;   // "9.0"
  std::string_view chips;  // examples: "H100, H200"
  int threads_per_sm;      // resident at a time
  int blocks_per_sm;
  int shared_per_sm;
  int shared_per_block;                  // after opting in, cudaDevAttrMaxSharedMemoryPerBlockOptin
  int shared_unit;                       // a block's shared memory is rounded up to this
  int shared_reserved;                   // per block, kept by the system
  int barriers_per_sm;                   // named barriers that limit blocks; 0: they do not
  int pool_kib;                          // L1 cache and shared memory together
  std::span<const short> carveouts_kib;  // sizes that shared memory can take of the pool, ascending

  constexpr int warps_per_sm() const { return threads_per_sm / warp_threads; }
};

// Ascending.
std::span<const Capability> capabilities();

const Capability* find_capability(std::string_view name);  // nullptr when unknown

}  // namespace loom::device
