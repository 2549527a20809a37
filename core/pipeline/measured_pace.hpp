// How near the closed forms of ring.hpp and schedule.hpp come to an H200's paces. tests/data holds
// them to it.
#pragma once

namespace loom::pipeline::h200 {

// What no error reaches, in percent, to a tenth: of a ring with the cycles of barriers and loops,
// and of a schedule with its overhead.
inline constexpr double ring_error_percent = 8.2, schedule_error_percent = 8.3;

// Cycles that a consumer spends with each tile beyond products and epilogue.
inline constexpr int both_overhead = 32, producer_overhead = 200, cooperative_overhead = 250,
                     ping_pong_overhead = 416;

}  // namespace loom::pipeline::h200
