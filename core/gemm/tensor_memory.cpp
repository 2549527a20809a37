#include "core/gemm/tensor_memory.hpp"

#include <algorithm>
#include <bit>

#include "core/device/capability.hpp"
#include "core/gemm/wgmma.hpp"

namespace loom::gemm {
namespace {

constexpr int instruction_rows = 128, most_n = 256, most_buffers = 4, most_scales = 16;

// How many products of 128 rows make up the SM's share.
int stacked(const Accumulators& sums) { return std::max(1, sums.rows() / instruction_rows); }

bool half_lanes(const Accumulators& sums) { return sums.rows() == 64 && sums.sms == 1; }
bool folded(const Accumulators& sums) { return sums.rows() == 64 && sums.sms == 2; }

int slabs_of_group(const Accumulators& sums, int warpgroups) {
  return (sums.m / wgmma_rows + warpgroups - 1) / warpgroups;
}

Error unexpected(const char* name, const char* expected, int got) {
  return Error{std::string(name) + ": expected " + expected + ", got " + std::to_string(got)};
}

int scale_columns(int rows, int scales) {
  return (rows + tmem_lanes - 1) / tmem_lanes * 4 * ((scales + 3) / 4);
}

}  // namespace

std::optional<Error> refusal(const Accumulators& sums) {
  if (sums.sms != 1 && sums.sms != 2) return unexpected("sms", "1 or 2", sums.sms);
  if (sums.sms == 2 && sums.m != 128 && sums.m != 256)
    return unexpected("m", "128 or 256 for a pair", sums.m);
  if (sums.m != 64 && sums.m != 128 && sums.m != 256)
    return unexpected("m", "64, 128 or 256", sums.m);
  const int step = half_lanes(sums) ? 8 : 16;
  if (sums.n < step || sums.n > most_n || sums.n % step != 0)
    return unexpected(
        "n", step == 8 ? "a multiple of 8 from 8 to 256" : "a multiple of 16 from 16 to 256",
        sums.n);
  if (sums.buffers < 1 || sums.buffers > most_buffers)
    return unexpected("buffers", "1 to 4", sums.buffers);
  if (sums.scales < 0 || sums.scales > most_scales)
    return unexpected("scales", "0 to 16", sums.scales);
  if (sums.scales > 0 && sums.rows() < tmem_lanes)
    return unexpected("m", "at least 128 rows an SM where blocks have scales", sums.m);
  return std::nullopt;
}

TmemPlace place(const Accumulators& sums, int buffer, int row, int column) {
  if (half_lanes(sums))
    return {row % 16 + 32 * (row / 16) + 16 * (buffer % 2), buffer / 2 * sums.n + column};
  if (folded(sums)) {
    const int half = sums.n / 2;
    return {row + 64 * (column / half), buffer * half + column % half};
  }
  const int before = buffer * stacked(sums) + row / instruction_rows;
  return {row % instruction_rows, before * sums.n + column};
}

TmemNeed tmem_need(const Accumulators& sums) {
  TmemNeed need;
  need.sums = half_lanes(sums) ? (sums.buffers + 1) / 2 * sums.n
              : folded(sums)   ? sums.buffers * sums.n / 2
                               : sums.buffers * stacked(sums) * sums.n;
  need.scales = scale_columns(sums.rows(), sums.scales) + scale_columns(sums.n, sums.scales);
  need.allocated = static_cast<int>(
      std::bit_ceil(static_cast<unsigned>(std::max(need.used(), least_tmem_allocation))));
  return need;
}

RegisterNeed register_need(const Accumulators& sums, int warpgroups) {
  // A warp is granted whole units: 8 registers for each of its threads.
  constexpr int unit = device::register_unit / device::warp_threads;
  const int share = device::registers_per_sm / (warpgroups * warpgroup_threads) / unit * unit;
  return {sums.buffers * slabs_of_group(sums, warpgroups) * sums.n / 2,
          std::min(share, device::max_registers_per_thread)};
}

RegisterPlace register_place(const Accumulators& sums, int warpgroups, int buffer, int row,
                             int column) {
  const int slab = row / wgmma_rows, inside = row % wgmma_rows;
  const int before = buffer * slabs_of_group(sums, warpgroups) + slab / warpgroups;
  return {slab % warpgroups, inside / 16 * 32 + inside % 8 * 4 + column % 8 / 2,
          before * sums.n / 2 + column / 8 * 4 + inside % 16 / 8 * 2 + column % 2};
}

}  // namespace loom::gemm
