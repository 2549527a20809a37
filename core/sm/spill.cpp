#include "core/sm/spill.hpp"

#include <algorithm>
#include <string>

namespace loom::sm {

int carveout(const device::Capability& capability, int shared_bytes) {
  for (short kib : capability.carveouts_kib)
    if (kib * 1024 >= shared_bytes) return kib * 1024;
  return capability.carveouts_kib.back() * 1024;
}

Result<Spill> spill(const device::Capability& capability, Kernel kernel, int min_blocks) {
  constexpr int most = 4096;
  if (kernel.registers > most)
    return Error{"registers: got " + std::to_string(kernel.registers) + ", expected at most " +
                 std::to_string(most)};
  Spill result;
  if (min_blocks != 0) {
    const auto cap = register_cap(capability, kernel.threads, min_blocks);
    if (!cap) return cap.error();
    result.cap = *cap;
  }
  result.values = std::max(0, kernel.registers - result.cap);
  kernel.registers -= result.values;
  const auto found = occupancy(capability, kernel);
  if (!found) return found.error();
  result.occupancy = *found;
  result.bytes_per_thread = 4 * result.values;
  result.traffic_per_warp = 2 * device::warp_threads * result.bytes_per_thread;
  result.local_per_sm =
      result.bytes_per_thread * found->blocks * found->warps_per_block * device::warp_threads;
  result.carveout = carveout(capability, found->blocks * found->shared_per_block);
  result.l1 = capability.pool_kib * 1024 - result.carveout;
  return result;
}

}  // namespace loom::sm
