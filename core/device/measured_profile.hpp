// One kernel as Nsight Compute's details page shows it (core/recorded/h200/details.csv): a
// transposition without a tile on an H200, whose stores of a warp touch 32 sectors.
#pragma once

#include <string_view>

namespace loom::device::h200 {

// profiled_us (Duration), profiled_waves (per SM), profiled_memory, profiled_sm, profiled_dram,
// profiled_l2, profiled_l1 and profiled_issue (percent), in decimal notation; profiled_report: all
// of them as a short report (core/device/profile_report.hpp). Most of a warp's cycles it is stalled
// for a 'drain': it has ended, and what it stored has not yet arrived.
#include "core/recorded/profiled.inc"  // IWYU pragma: export

}  // namespace loom::device::h200
