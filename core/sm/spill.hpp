// What a launch bound costs: registers that a kernel wants but may not have go to local memory.
//
// __launch_bounds__(threads, min_blocks) caps the registers per thread (register_cap). A model of
// what then happens, not what a compiler does: every value above the cap gets a slot of 4 bytes in
// local memory, is stored there once and loaded back once. Compilers can do better (compute a value
// anew, reorder) and worse: for an H200, a kernel that wants 104 registers was given 1.4 to 1.75
// times the bytes that this says (core/recorded/h200/spills.json), and moved them in every step of
// its loop. Local memory is laid out so that a warp's slot is one line of 128 bytes, and is cached
// in L1, which is what shared memory leaves of the pool. Sources: "cuda-guide" (launch bounds,
// local memory, carve-outs).
#pragma once

#include "core/sm/occupancy.hpp"

namespace loom::sm {

struct Spill {
  int cap = device::max_registers_per_thread;  // registers per thread that the bound leaves
  int values = 0;                              // per thread, above the cap
  int bytes_per_thread = 0;                    // of local memory: 4 each
  int traffic_per_warp = 0;  // bytes, one store and one load of each value: 256 each
  int local_per_sm = 0;      // bytes of the resident threads together
  int carveout = 0;          // bytes of the pool that shared memory takes
  int l1 = 0;                // bytes of the pool that are left for the L1 cache
  Occupancy occupancy;       // with the registers that the kernel gets
};

// `kernel.registers` is what the kernel wants; min_blocks 0 means no bound. Refused as by
// occupancy() and register_cap(); more than 255 registers can be wanted, up to 4096.
Result<Spill> spill(const device::Capability& capability, Kernel kernel, int min_blocks);

// The smallest carve-out, in bytes, that holds this many bytes of shared memory; the largest one
// there is when none does.
int carveout(const device::Capability& capability, int shared_bytes);

}  // namespace loom::sm
