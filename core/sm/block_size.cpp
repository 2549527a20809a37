#include "core/sm/block_size.hpp"

#include <algorithm>
#include <iterator>

#include "core/device/gpu.hpp"
#include "core/device/measured_h200.hpp"
#include "core/sm/measured_block_sizes.hpp"

namespace loom::sm {
namespace {

std::int64_t rounded_up(std::int64_t amount, std::int64_t unit) {
  return (amount + unit - 1) / unit;
}

}  // namespace

Result<BlockSize> block_size(const BlockWork& work, int threads, bool count_starts) {
  using namespace device::h200;
  if (work.threads < 1 && work.blocks < 1)
    return Error{"expected a number of threads or of blocks, got neither"};
  const auto found = occupancy(
      *device::find_capability("9.0"),
      {.threads = threads, .registers = work.registers, .static_shared = work.static_shared});
  if (!found) return found.error();
  BlockSize size{.occupancy = *found,
                 .blocks = work.blocks > 0 ? work.blocks : rounded_up(work.threads, threads)};
  const int resident = found->blocks;
  if (resident == 0) {
    size.bound = SizeBound::cannot_start;
    return size;
  }
  const double clock = h200::block_clock_mhz * 1e6,
               busiest =
                   static_cast<double>(rounded_up(size.blocks, device::find_gpu("h200")->sms)),
               rounds = busiest / std::min<double>(resident, busiest);
  const auto warps =
      rounded_up(std::int64_t{resident} * found->warps_per_block, device::sub_partitions);
  size.memory = work.bytes / (dram_gb_per_s * 1e9);
  size.waiting = rounds * (dram_cycles + l2_cycles) / clock;
  size.arithmetic = rounds * static_cast<double>(warps) * work.instructions / clock;
  if (count_starts) size.starting = static_cast<double>(size.blocks) * h200::block_start_ns * 1e-9;
  const double all[] = {size.memory, size.waiting, size.arithmetic, size.starting};
  const double* longest = std::max_element(std::begin(all), std::end(all));
  size.seconds = *longest;
  size.bound = static_cast<SizeBound>(longest - all);
  return size;
}

}  // namespace loom::sm
