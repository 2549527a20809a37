// How close the closed forms of ring.hpp and schedule.hpp come to an H200's paces. tests/data
// checks these limits.
#pragma once

namespace loom::async::h200 {

// A limit that no error reaches, in percent, to a tenth: for a ring with the cycles of barriers and
// loops, and for a schedule with its overhead.
inline constexpr double ring_error_percent = 8.2, schedule_error_percent = 8.3;

// Cycles that a consumer spends with each tile beyond products and epilogue.
inline constexpr int both_overhead = 32, producer_overhead = 200, cooperative_overhead = 250,
                     ping_pong_overhead = 416;

}  // namespace loom::async::h200
