#include "core/sm/occupancy.hpp"

#include <algorithm>
#include <string>

namespace loom::sm {
namespace {

using namespace device;

constexpr int registers_per_partition = registers_per_sm / sub_partitions;

constexpr int divide_up(int value, int unit) { return (value + unit - 1) / unit; }
constexpr int round_up(int value, int unit) { return divide_up(value, unit) * unit; }

std::optional<Error> check(const Kernel& kernel) {
  const auto refuse = [](const char* what, int value, int least) {
    return Error{std::string(what) + ": got " + std::to_string(value) + ", expected " +
                 std::to_string(least) + " or more"};
  };
  if (kernel.threads < 1) return refuse("threads", kernel.threads, 1);
  if (kernel.registers < 0) return refuse("registers", kernel.registers, 0);
  if (kernel.static_shared < 0) return refuse("static_shared", kernel.static_shared, 0);
  if (kernel.dynamic_shared < 0) return refuse("dynamic_shared", kernel.dynamic_shared, 0);
  if (kernel.dynamic_limit && *kernel.dynamic_limit < 0)
    return refuse("dynamic_limit", *kernel.dynamic_limit, 0);
  if (kernel.barriers < 0) return refuse("barriers", kernel.barriers, 0);
  // Room for the reserved bytes and for rounding up.
  constexpr long long most = INT_MAX - 4096;
  if (static_cast<long long>(kernel.static_shared) + kernel.dynamic_shared > most)
    return Error{"shared memory: expected at most " + std::to_string(most) + " bytes in all"};
  return std::nullopt;
}

int blocks_by_warps(const Capability& capability, const Kernel& kernel, int warps_per_block) {
  return kernel.threads > max_threads_per_block ? 0 : capability.warps_per_sm() / warps_per_block;
}

int blocks_by_registers(int count, int per_warp, int warps_per_block) {
  if (count > max_registers_per_thread) return 0;
  if (per_warp == 0) return unlimited;
  // The launch itself is checked with whole rows of four warps.
  const long long rows = divide_up(warps_per_block, sub_partitions);
  if (rows * per_warp > registers_per_partition) return 0;
  return sub_partitions * (registers_per_partition / per_warp) / warps_per_block;
}

int blocks_by_shared(const Capability& capability, const Kernel& kernel, int taken) {
  const long long limit =
      kernel.dynamic_limit.value_or(capability.shared_per_block - kernel.static_shared);
  const bool opted_in =
      kernel.static_shared + limit + capability.shared_reserved > shared_without_opt_in;
  const int ceiling = opted_in ? capability.shared_per_block : shared_without_opt_in;
  if (kernel.dynamic_shared > limit || taken > ceiling + capability.shared_reserved) return 0;
  return taken == 0 ? unlimited : capability.shared_per_sm / taken;
}

int blocks_by_barriers(const Capability& capability, const Kernel& kernel) {
  if (capability.barriers_per_sm == 0 || kernel.barriers == 0) return unlimited;
  return capability.barriers_per_sm / kernel.barriers;
}

}  // namespace

std::string_view name(Limiter limiter) {
  static constexpr std::string_view names[] = {"warps", "registers", "shared_memory", "blocks",
                                               "barriers"};
  return names[static_cast<size_t>(limiter)];
}

Result<Occupancy> occupancy(const Capability& capability, const Kernel& kernel) {
  if (auto error = check(kernel)) return *error;
  Occupancy result;
  const int per_block = result.warps_per_block =
      kernel.threads / warp_threads + (kernel.threads % warp_threads != 0);
  // Counts that no kernel can have are refused, because they would overflow.
  result.registers_per_warp = round_up(
      std::min(kernel.registers, max_registers_per_thread + 1) * warp_threads, register_unit);
  result.shared_per_block =
      round_up(kernel.static_shared + kernel.dynamic_shared + capability.shared_reserved,
               capability.shared_unit);
  // In the order of Limiter.
  result.limits = {blocks_by_warps(capability, kernel, per_block),
                   blocks_by_registers(kernel.registers, result.registers_per_warp, per_block),
                   blocks_by_shared(capability, kernel, result.shared_per_block),
                   capability.blocks_per_sm, blocks_by_barriers(capability, kernel)};
  result.blocks = *std::min_element(result.limits.begin(), result.limits.end());
  result.warps = result.blocks * per_block;
  result.share = static_cast<double>(result.warps) / capability.warps_per_sm();
  return result;
}

int warps_per_partition(int count) {
  return registers_per_partition / round_up(count * warp_threads, register_unit);
}

Share share_of_block(const Capability& capability, const Kernel& kernel, const Occupancy& occupancy,
                     Limiter limiter) {
  switch (limiter) {
    case Limiter::warps:
      return {occupancy.warps_per_block, capability.warps_per_sm()};
    case Limiter::registers:
      return {occupancy.warps_per_block * occupancy.registers_per_warp, device::registers_per_sm};
    case Limiter::shared_memory:
      return {occupancy.shared_per_block, capability.shared_per_sm};
    case Limiter::blocks:
      return {1, capability.blocks_per_sm};
    case Limiter::barriers:
      break;
  }
  return {kernel.barriers, capability.barriers_per_sm};
}

Result<int> register_cap(const Capability& capability, int threads, int min_blocks) {
  if (threads < 1 || threads > max_threads_per_block)
    return Error{"threads: got " + std::to_string(threads) + ", expected 1 to " +
                 std::to_string(max_threads_per_block)};
  const int per_block = divide_up(threads, warp_threads);
  const int most = std::min(capability.blocks_per_sm, capability.warps_per_sm() / per_block);
  if (min_blocks < 1 || min_blocks > most)
    return Error{"min_blocks: got " + std::to_string(min_blocks) + ", expected 1 to " +
                 std::to_string(most) + ", what an SM holds of " + std::to_string(threads) +
                 " threads"};
  const int in_partition = divide_up(min_blocks * per_block, sub_partitions);
  const int units = registers_per_partition / in_partition / register_unit;
  return std::min(max_registers_per_thread, units * register_unit / warp_threads);
}

Result<std::vector<Plateau>> plateaus(const Capability& capability, Kernel kernel, int first) {
  std::vector<Plateau> all;
  for (kernel.registers = first; kernel.registers <= max_registers_per_thread; ++kernel.registers) {
    auto at = occupancy(capability, kernel);
    if (!at) return at.error();
    if (all.empty() || all.back().occupancy.blocks != at->blocks)
      all.push_back({kernel.registers, kernel.registers, *at});
    else
      all.back().last = kernel.registers;
  }
  return all;
}

const Plateau& plateau_at(std::span<const Plateau> plateaus, int registers) {
  for (const Plateau& plateau : plateaus)
    if (registers <= plateau.last) return plateau;
  return plateaus.back();
}

}  // namespace loom::sm
